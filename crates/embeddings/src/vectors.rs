//! Reads the vectors of tokens from a file of the format [safetensors](https://github.com/huggingface/safetensors).

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::error::Reason;

/// Eight times as many as published models have.
const MAX_DIMENSIONS: usize = 4096;

/// The vectors of all tokens.
pub(crate) struct Vectors {
    values: Vec<f32>,
    dimensions: usize,
    /// The row of each token, and what it is multiplied with.
    tokens: Vec<(usize, f32)>,
}

impl Vectors {
    /// Reads a file that must have a vector for each of the ids below `ids`.
    pub(crate) fn read(file: &[u8], ids: usize) -> Result<Self, Reason> {
        let file =
            SafeTensors::deserialize(file).map_err(|error| Reason::Damaged(error.to_string()))?;
        let embeddings =
            file.tensor("embeddings").map_err(|error| Reason::Unsupported(error.to_string()))?;
        let [rows, dimensions] = embeddings.shape()[..] else {
            return Err(Reason::Unsupported("the embeddings are no table".to_owned()));
        };
        if !(1..=MAX_DIMENSIONS).contains(&dimensions) {
            return Err(Reason::Unsupported(format!("vectors have {dimensions} dimensions")));
        }
        let values = numbers(&embeddings)?.map(|value| value as f32).collect();
        let optional = |name| -> Result<Option<Vec<f64>>, Reason> {
            file.tensor(name).ok().map(|tensor| Ok(numbers(&tensor)?.collect())).transpose()
        };
        // Tokens may have weights, and share vectors.
        let (weights, mapping) = (optional("weights")?, optional("mapping")?);
        let tokens = (0..ids).map(|id| {
            let row = mapping.as_ref().map_or(Some(id as f64), |rows| rows.get(id).copied())?;
            let weight = weights.as_ref().map_or(Some(1.0), |weights| weights.get(id).copied())?;
            (0.0..rows as f64).contains(&row).then_some((row as usize, weight as f32))
        });
        let tokens = tokens
            .collect::<Option<_>>()
            .ok_or_else(|| Reason::Damaged("tokens of tokenizer.json have no vector".to_owned()))?;
        Ok(Vectors { values, dimensions, tokens })
    }

    /// Returns the sum of the vectors of tokens.
    pub(crate) fn sum(&self, ids: &[u32]) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions];
        for id in ids {
            let (row, weight) = self.tokens[*id as usize];
            let vector = &self.values[row * self.dimensions..][..self.dimensions];
            for (sum, value) in sum.iter_mut().zip(vector) {
                *sum += value * weight;
            }
        }
        sum
    }
}

fn numbers<'a>(tensor: &TensorView<'a>) -> Result<impl Iterator<Item = f64> + use<'a>, Reason> {
    let number: fn(u64) -> f64 = match tensor.dtype() {
        Dtype::F64 => f64::from_bits,
        Dtype::F32 => |bits| f64::from(f32::from_bits(bits as u32)),
        Dtype::F16 => |bits| half(bits as u16),
        Dtype::I64 => |bits| bits as i64 as f64,
        Dtype::I32 => |bits| f64::from(bits as i32),
        Dtype::I8 => |bits| f64::from(bits as i8),
        other => return Err(Reason::Unsupported(format!("it has numbers of the type {other}"))),
    };
    let size = tensor.dtype().bitsize() / 8;
    Ok(tensor.data().chunks_exact(size).map(move |bytes| {
        let mut padded = [0; 8];
        padded[..size].copy_from_slice(bytes);
        number(u64::from_le_bytes(padded))
    }))
}

/// Returns the number that 16 bits stand for: a sign, five bits of exponent, and ten of fraction (IEEE 754).
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 => f64::INFINITY,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}
