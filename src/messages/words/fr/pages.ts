import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Ce mois-ci : ${spent}.`,
  lastMonth: (spent) => `Le mois dernier : ${spent}.`,
  none: "aucun crédit dépensé",
  spent: (spent) => `${credits(spent)} ${spent < 2 ? "dépensé" : "dépensés"}`,
  refunds: (charged, refunded) => ` (débit : ${number(charged)}, remboursement : ${number(refunded)})`,
  maybe: (atMost) => `, et jusqu’à ${number(atMost)} de plus à confirmer`,
};

export const list: Words["list"] = {
  title: "Tes vidéos",
  page: (page) => `Tes vidéos, page ${page}`,
  none: "Tu n’as pas encore demandé de vidéo.",
  noOlder: "Il n’y a pas de vidéos plus anciennes.",
  choose: "Faire venir une carte ici…",
  quoted: (prompt) => `« ${prompt} »`,
};

export const home: Words["home"] = {
  make: { title: "Créer une vidéo", body: ["À partir de mots, ou de mots et d’une image."] },
  welcome: {
    title: "Bienvenue sur Reelay",
    say: (command) => [
      "Dis ce qui doit se passer, et Reelay en fait une courte vidéo : tape ",
      command,
      " dans un canal, ou écris à Reelay ici.",
    ],
    addKey: "Les vidéos sont payées avec ton propre compte auprès du service vidéo : ajoute d’abord ta clé API.",
  },
};

const allow = (permission: string) => `Un admin peut autoriser « ${permission} » dans les paramètres du salon.`;

export const help: Words["help"] = {
  title: "Comment créer une vidéo",
  sample: "un chat qui surfe",
  addKey: (command) => [
    "1. Ajoute ta propre clé API avec ",
    command,
    ". Elle vient de ton compte chez le service vidéo.",
  ],
  say: (command) => [
    "2. Dis ce qui doit se passer : ",
    command,
    ". La carte montre où elle en est, et tu seras au courant quand elle sera terminée.",
  ],
  options: (command) => [
    "Le format, la durée, la résolution et une image sont des options de ",
    command,
    ", toutes facultatives. Pour une image dans un message, ouvre le menu du message : Applications, Animer l’image.",
  ],
  flags: (flags, command) => [
    "Après les mots, des options choisissent le reste : ",
    flags,
    ". ",
    command,
    " tout seul ouvre un formulaire.",
  ],
  price: (resolution, ten, fifteen) =>
    `${resolution} coûte ${credits(ten)} pour 10 secondes, ${credits(fifteen)} pour 15 secondes`,
  prices: (prices) =>
    `Prix : ${prices.join(" ; ")}. Les crédits sont débités au lancement et rendus si une vidéo échoue.`,
  spentUnknown: "Ce que tu as dépensé ce mois-ci ne peut pas être lu pour le moment.",
  key: (status, remove) => ["Ta clé : ", status, " montre si elle fonctionne, ", remove, " la fait oublier."],
  cannotStop:
    "Une vidéo lancée ne peut pas être arrêtée. « Supprimer » retire la carte et sa notification, et rien d’autre.",
  kept: (days, get, forget) => [
    `Les prompts sont gardés ${days === 1 ? "1 jour" : `${number(days)} jours`} après la fin d’une vidéo. `,
    "Ce qui est gardé sur toi : ",
    get,
    " te le donne dans un fichier privé, ",
    forget,
    " le fait oublier.",
  ],
  links: "Les liens fonctionnent environ 2 heures.",
  allWell: "Tout fonctionne pour le moment.",
  trouble: (troubles) => `Problèmes en ce moment : ${troubles}.`,
  orVideo: {
    title: "De l’aide, ou une vidéo ?",
    text: (price) =>
      `« Aide » explique comment fonctionne Reelay ; « Lancer » crée une vidéo de ce seul mot. La vidéo coûte ${credits(price)}. Rien n’a été débité.`,
  },
  missing: {
    view_channel: `Reelay ne peut pas voir ce salon : après 15 minutes, il ne peut plus changer sa carte. ${allow("Voir le salon")}`,
    send_messages: `Reelay ne peut pas écrire dans ce salon : il devra peut-être te répondre par message privé. ${allow("Envoyer des messages")}`,
    send_in_threads: `Reelay ne peut pas écrire dans ce fil : il devra peut-être te répondre par message privé. ${allow("Envoyer des messages dans les fils")}`,
    embed_links: `Les liens de Reelay n’ont pas d’aperçu dans ce salon. ${allow("Intégrer des liens")}`,
    attach_files: `Reelay ne peut pas publier de fichiers dans ce salon : une vidéo y arrive sous forme de lien. ${allow("Joindre des fichiers")}`,
    read_history: `Reelay ne peut pas répondre à sa propre carte dans ce salon : ses messages restent isolés. ${allow("Voir les anciens messages")}`,
  },
};
