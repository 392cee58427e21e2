// Style sheets are imported as minified text.
declare module "*.css?inline" {
  const css: string;
  export default css;
}
