// Writes tour/orders-YEAR.csv: three years of made-up shop orders with the flaws real exports have. The same files each
// time.
import { writeFileSync } from "node:fs";

const REGIONS = ["North", "South", "East", "West"];
const PRODUCTS = [
  ["Desk lamp", 39.9],
  ["Office chair", 189],
  ["Standing desk", 449],
  ["Monitor arm", 89.5],
  ["Notebook, lined", 4.2],
];

let seed;
/** A linear congruential generator (Numerical Recipes), so that the files need no randomness. */
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = (list) => list[Math.floor(random() * list.length)];

const YEARS = [
  { year: 2023, first: 20260101, orders: 640, doubled: [77, 205, 410] },
  { year: 2024, first: 20260202, orders: 710, doubled: [12, 300, 301, 650] },
  { year: 2025, first: 20260303, orders: 585, doubled: [91, 500] },
];

for (const { year, first, orders, doubled } of YEARS) {
  seed = first;
  const rows = Array.from({ length: orders }, (_, index) => {
    const day = Math.floor((index * 365) / orders);
    const date = new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
    const [product, price] = pick(PRODUCTS);
    const units = 1 + Math.floor(random() ** 2 * 12);
    const name = product.includes(",") ? `"${product}"` : product;
    const shown = random() < 0.015 ? "" : price.toFixed(2);
    const signed = random() < 0.04 ? -units : units;
    return [`A${1000 + index}`, date, pick(REGIONS), name, signed, shown].join(",");
  });
  for (const index of doubled) rows.splice(index + 1, 0, rows[index]);
  const target = new URL(`../tour/orders-${year}.csv`, import.meta.url);
  writeFileSync(target, `order,date,region,product,units,unit_price\n${rows.join("\n")}\n`);
  console.log(`${year}: ${rows.length} rows`);
}
