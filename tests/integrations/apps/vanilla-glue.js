// @mcaptcha/vanilla-glue, which finds the address of the widget in the page.
import "@mcaptcha/vanilla-glue";
