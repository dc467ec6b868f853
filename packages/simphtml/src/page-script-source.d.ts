/** Made by `build/bundle-page-script.ts` from `install-in-page.ts`. */
declare module "page-script-source" {
  const source: string;
  export default source;
}
