import { finish, optionsOr } from "../app/program/program.ts";
import { manifestText } from "../app/program/registered-at-slack.ts";
import { readEnvironment, readParts } from "../config.ts";

const USAGE = `npm run manifest [-- --http]

Prints the manifest of the Slack app for your settings, to paste at https://api.slack.com/apps
(Create New App, From a manifest; later at App Manifest).

  --http   for requests over HTTP at PUBLIC_URL, instead of Socket Mode`;

const { isHttp } = optionsOr(USAGE, ([option, ...more]) =>
  more.length === 0 && (option === undefined || option === "--http")
    ? { isHttp: option === "--http" }
    : "The only option is --http.",
);
const { manifest } = readParts(readEnvironment());
finish(manifestText(isHttp ? { ...manifest, transport: "http" } : manifest));
