import { locomo } from "./locomo.mjs";
console.log(await locomo("/work/shared/data/locomo-1.json"));
