import { createHash } from "node:crypto";
import { type Colour, colourOf } from "./planes.ts";

/** A range of hills or waves, cut out of one colour. All lengths are shares of the film's height. */
export interface Range {
  readonly colour: Colour;
  /** Where its middle is, from the top. */
  readonly level: number;
  readonly swell: number;
  /** From crest to crest. */
  readonly length: number;
  /** How far it moves in a second; to the left where it is negative. */
  readonly speed: number;
}

/** What a film shows. */
export interface Scene {
  readonly sky: { readonly top: Colour; readonly low: Colour };
  /** The sun, or at night the moon. */
  readonly light: { readonly colour: Colour; readonly radius: number; readonly level: number };
  /** From the farthest to the nearest. */
  readonly ranges: readonly Range[];
  readonly boat: { readonly paper: Colour; readonly shade: Colour };
  readonly fall: "nothing" | "rain" | "snow" | "stars";
  /** Which way all of it goes. */
  readonly heading: 1 | -1;
}

const RANGES = 4;

/**
 * The scene of a prompt: a paper boat on a sea whose colours, waves and heading come from the prompt's words, so that
 * the same words make the same film and others another one. Night, snow and rain are understood.
 */
export function sceneOf(prompt: string): Scene {
  const dice = createHash("sha256").update(prompt.trim().toLowerCase()).digest();
  const roll = (nth: number) => (dice[nth] ?? 0) / 255;
  const fall = fallOf(prompt);
  const isNight = speaksOf(prompt, NIGHT);
  // Seas from green to rose, skies from blue over rose to gold.
  const hue = 150 + roll(0) * 190;
  const skyHue = isNight ? 215 + roll(1) * 60 : 195 + roll(1) * 205;
  const heading = roll(2) < 0.5 ? -1 : 1;

  const ranges = Array.from({ length: RANGES }, (_, nth): Range => {
    const near = nth / (RANGES - 1);
    const lightness = isNight ? 0.26 - 0.17 * near : 0.66 - 0.36 * near;
    return {
      colour: hsl(hue + 14 * nth * heading, 0.42 + 0.18 * near, lightness),
      level: 0.55 + 0.37 * near,
      swell: 0.012 + (0.02 + 0.03 * roll(3)) * near,
      length: 0.5 + 0.9 * roll(4) + 0.5 * near,
      speed: heading * (0.03 + (0.1 + 0.2 * roll(5)) * near) * (nth % 2 === 0 ? 1 : -0.6),
    };
  });
  return {
    sky: isNight
      ? { top: hsl(skyHue, 0.5, 0.07), low: hsl(skyHue + 20, 0.45, 0.25) }
      : { top: hsl(skyHue, 0.5, 0.62), low: hsl(skyHue + 40, 0.75, 0.86) },
    light: {
      colour: isNight ? hsl(50, 0.3, 0.9) : hsl(skyHue + 60, 0.9, 0.92),
      radius: 0.07 + 0.06 * roll(6),
      level: 0.16 + 0.2 * roll(7),
    },
    ranges,
    boat: { paper: hsl(hue + 180, 0.25, isNight ? 0.82 : 0.97), shade: hsl(hue + 180, 0.22, isNight ? 0.6 : 0.8) },
    fall,
    heading,
  };
}

const NIGHT = ["night", "midnight", "moon", "moonlit", "moonlight", "star", "stars", "dark"];
const RAIN = ["rain", "rains", "rainy", "raining", "storm", "stormy"];
const SNOW = ["snow", "snows", "snowy", "snowing", "winter"];

const speaksOf = (prompt: string, words: readonly string[]) =>
  prompt
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.some((word) => words.includes(word)) ?? false;

function fallOf(prompt: string): Scene["fall"] {
  if (speaksOf(prompt, SNOW)) return "snow";
  if (speaksOf(prompt, RAIN)) return "rain";
  return speaksOf(prompt, NIGHT) ? "stars" : "nothing";
}

/** Hue in degrees, saturation and lightness of 0 to 1. */
function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (nth: number) => {
    const turn = (((nth + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return colourOf(channel(0), channel(8), channel(4));
}
