import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";

/** A regular expression in the source. `where` is its file. */
export interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/**
 * Lists every regular expression in the TypeScript files of a folder: literals, and `new RegExp` of constants. `examples`
 * maps the source text of each other expression inside a pattern to a value. Throws if one is missing.
 */
export function patternsIn(folder: string, examples: Readonly<Record<string, string>>): readonly Pattern[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.sort().flatMap((name) => patternsOf(name, readFileSync(join(folder, name), "utf8"), examples));
}

export function patternsOf(
  where: string,
  text: string,
  examples: Readonly<Record<string, string>>,
): readonly Pattern[] {
  const nodes = nodesIn(parseAst(text, { lang: "ts" }));
  const constants = new Map(
    nodes.flatMap((node) => (node.type === "VariableDeclarator" && isNode(node.id) ? [[node.id.name, node.init]] : [])),
  );

  const textOf = (node: unknown): string => {
    if (!isNode(node)) return "";
    const { start, end } = node;
    const written = text.slice(Number(start), Number(end));
    if (Object.hasOwn(examples, written)) return examples[written] ?? "";
    switch (node.type) {
      case "Literal":
        return String(node.value);
      case "TemplateLiteral":
        return inTurn(node, "cooked");
      case "TaggedTemplateExpression":
        return isNode(node.quasi) ? inTurn(node.quasi, "raw") : "";
      case "Identifier":
        if (constants.has(node.name)) return textOf(constants.get(node.name));
        break;
      case "CallExpression": {
        const { callee } = node;
        if (isNode(callee) && isNode(callee.object) && callee.object.type === "ArrayExpression")
          return listOf(callee.object.elements)
            .map(textOf)
            .join(textOf(listOf(node.arguments)[0]));
      }
    }
    throw new Error(`${where} makes a pattern of ${written}: add an example of what that may be`);
  };
  const inTurn = (template: Node, form: "cooked" | "raw") => {
    const values = listOf(template.expressions).map(textOf);
    const parts = listOf(template.quasis).filter(isNode);
    return parts.map(({ value }, at) => String(fieldOf(value, form)) + (values[at] ?? "")).join("");
  };

  return nodes.flatMap((node): Pattern[] => {
    const { type, regex, callee } = node;
    if (type === "Literal" && regex !== undefined)
      return [{ where, source: String(fieldOf(regex, "pattern")), flags: String(fieldOf(regex, "flags")) }];
    if ((type !== "NewExpression" && type !== "CallExpression") || fieldOf(callee, "name") !== "RegExp") return [];
    const [source, flags] = listOf(node.arguments);
    return [{ where, source: textOf(source), flags: textOf(flags) }];
  });
}

function nodesIn(value: unknown, found: Node[] = []): readonly Node[] {
  if (typeof value !== "object" || value === null) return found;
  if (isNode(value)) found.push(value);
  for (const each of Object.values(value)) nodesIn(each, found);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof fieldOf(value, "type") === "string";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
