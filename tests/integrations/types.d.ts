// Packages that bring no types.
declare module "recaptcha2";
