import { archiveScale } from "./archive-scale.mjs";
console.log(archiveScale(Number(process.argv[2])));
