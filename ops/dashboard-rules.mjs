// Prints the expressions of Grafana's dashboards as recording rules that promtool can parse, labelled
// with their panel's title. Replaces Grafana's variables with a value.
import { readFileSync } from "node:fs";

const rules = [];
for (const file of process.argv.slice(2)) {
  const dashboard = JSON.parse(readFileSync(file, "utf8"));
  for (const panel of dashboard.panels) {
    if (panel.type === "row") continue;
    if (!panel.targets?.length) throw new Error(`${file}: the panel “${panel.title}” shows nothing`);
    for (const { expr, refId } of panel.targets) {
      rules.push({
        record: `panel:${panel.id}:${refId}`,
        expr: expr.replaceAll("$__rate_interval", "5m"),
        labels: { panel: panel.title },
      });
    }
  }
}
if (rules.length === 0) throw new Error("there are no dashboards");
// JSON is valid YAML.
console.log(JSON.stringify({ groups: [{ name: "dashboards", rules }] }));
