export { chainLife } from "./chain/chain-life.ts";
