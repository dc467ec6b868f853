// Writes tour/orders.csv: a year of made-up shop orders with the flaws real exports have. The same file each time.
import { writeFileSync } from "node:fs";

const REGIONS = ["North", "South", "East", "West"];
const PRODUCTS = [
  ["Desk lamp", 39.9],
  ["Office chair", 189],
  ["Standing desk", 449],
  ["Monitor arm", 89.5],
  ["Notebook, lined", 4.2],
];

let seed = 20260101;
/** A linear congruential generator (Numerical Recipes), so that the file needs no randomness. */
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = (list) => list[Math.floor(random() * list.length)];

const rows = Array.from({ length: 640 }, (_, index) => {
  const date = new Date(Date.UTC(2025, 0, 1 + Math.floor((index * 365) / 640))).toISOString().slice(0, 10);
  const [product, price] = pick(PRODUCTS);
  const units = 1 + Math.floor(random() ** 2 * 12);
  const name = product.includes(",") ? `"${product}"` : product;
  const shown = random() < 0.015 ? "" : price.toFixed(2);
  return [`A${1000 + index}`, date, pick(REGIONS), name, random() < 0.04 ? -units : units, shown].join(",");
});
for (const index of [77, 205, 410]) rows.splice(index + 1, 0, rows[index]);

const target = new URL("../tour/orders.csv", import.meta.url);
writeFileSync(target, `order,date,region,product,units,unit_price\n${rows.join("\n")}\n`);
console.log(`${rows.length} rows`);
