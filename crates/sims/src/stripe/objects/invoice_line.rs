use serde_json::{Value, json};

use super::{Invoice, shaped};

/// Returns the only line of an invoice.
pub(super) fn line(invoice: &Invoice) -> Value {
    let price = &invoice.price;
    let varying = json!({
        "id": invoice.line,
        "amount": price.amount,
        "currency": price.currency,
        "description": format!("1 × Pro, each {}", price.interval.name()),
        "invoice": invoice.id,
        "metadata": {},
        "parent": {
            "invoice_item_details": null,
            "subscription_item_details": {
                "invoice_item": null,
                "proration": false,
                "proration_details": { "credited_items": null },
                "subscription": invoice.subscription,
                "subscription_item": invoice.subscription_item,
            },
            "type": "subscription_item_details",
        },
        "period": { "end": invoice.period.1, "start": invoice.period.0 },
        "pricing": {
            "price_details": { "price": price.id, "product": price.product() },
            "type": "price_details",
            "unit_amount_decimal": price.amount.to_string(),
        },
        "subscription": invoice.subscription,
        "subtotal": price.amount,
    });
    shaped(include_str!("../../../shapes/stripe/line_item.json"), varying)
}
