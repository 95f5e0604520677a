declare module "virtual:rules/*" {
  const pages: Record<string, string>;
  export default pages;
}

declare module "virtual:words/*" {
  const words: Record<string, string>;
  export default words;
}
