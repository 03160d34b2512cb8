import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("fr");
const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Ce mois-ci : ${spent}.`,
  lastMonth: (spent) => `Le mois dernier : ${spent}.`,
  none: "aucun crédit dépensé",
  spent: (spent) => count(spent, "crédit dépensé", "crédits dépensés"),
  refunds: (charged, refunded) => ` (${count(charged, "débité", "débités")}, ${count(refunded, "rendu", "rendus")})`,
  maybe: (atMost) => `, et jusqu’à ${number(atMost)} de plus à confirmer`,
};

export const list: Words["list"] = {
  title: "Vos vidéos",
  page: (page) => `Vos vidéos, page ${page}`,
  none: "Vous n’avez pas encore demandé de vidéo.",
  noOlder: "Il n’y a pas de vidéos plus anciennes.",
  choose: "Afficher une carte ici…",
  quoted: (prompt) => `« ${prompt} »`,
};

export const home: Words["home"] = {
  make: { title: "Créer une vidéo", body: ["À partir d’un texte, avec ou sans image."] },
  welcome: {
    title: "Bienvenue sur Reelay",
    say: (command) => [
      "Dites ce qui doit se passer, et Reelay en fait une courte vidéo : tapez ",
      command,
      " dans un canal, ou écrivez à Reelay ici.",
    ],
    addKey: "Les vidéos sont payées avec votre propre compte chez le service vidéo : ajoutez d’abord votre clé API.",
  },
};

const allow = (permission: string) => `Un admin peut autoriser « ${permission} » dans les paramètres du salon.`;

export const help: Words["help"] = {
  title: "Comment créer une vidéo",
  parts: {
    start: "Premiers pas",
    prices: "Prix",
    yours: "Votre clé et vos données",
    know: "Bon à savoir",
    now: "En ce moment",
  },
  sample: "un chat qui surfe",
  addKey: (command) => [
    "1. Ajoutez votre propre clé API avec ",
    command,
    ". Vous la trouverez dans votre compte chez le service vidéo.",
  ],
  say: (command) => [
    "2. Dites ce qui doit se passer : ",
    command,
    ". La carte montre l’avancement, et un message vous prévient quand la vidéo est terminée.",
  ],
  options: (command) => [
    "Le format, la durée, la résolution et une image sont des options de ",
    command,
    ", toutes facultatives. Pour une image dans un message, ouvrez le menu du message : Applications, Animer l’image.",
  ],
  flags: (flags, command) => [
    "Ajoutez des options après le prompt : ",
    flags,
    ". ",
    command,
    " tout seul ouvre un formulaire.",
  ],
  pricesNote: "Les crédits sont débités au lancement et rendus si une vidéo échoue.",
  spentUnknown: "Vos dépenses de ce mois-ci sont indisponibles pour le moment.",
  key: (status, remove) => ["Votre clé : ", status, " montre si elle fonctionne, ", remove, " la supprime."],
  cannotStop:
    "Une vidéo lancée ne peut pas être arrêtée. « Supprimer » retire seulement la carte, avec sa notification.",
  kept: (days, get, forget) => [
    `Les prompts sont gardés pendant ${count(days, "jour", "jours")} après la fin d’une vidéo. `,
    "Ce que Reelay garde sur vous : ",
    get,
    " vous le donne dans un fichier privé, ",
    forget,
    " le supprime.",
  ],
  links: "Les liens fonctionnent environ 2 heures.",
  allWell: "Tout fonctionne normalement.",
  trouble: (troubles) => `Problèmes en ce moment : ${troubles}.`,
  orVideo: {
    title: "De l’aide, ou une vidéo ?",
    text: (price) =>
      `« Aide » explique comment fonctionne Reelay ; « Lancer » crée une vidéo à partir de ce seul mot. La vidéo coûte ${credits(price)}. Rien n’a été débité.`,
  },
  missing: {
    view_channel: `Reelay ne peut pas voir ce salon : après 15 minutes, il ne peut plus mettre à jour sa carte. ${allow("Voir le salon")}`,
    send_messages: `Reelay ne peut pas écrire dans ce salon : il devra peut-être vous répondre par message privé. ${allow("Envoyer des messages")}`,
    send_in_threads: `Reelay ne peut pas écrire dans ce fil : il devra peut-être vous répondre par message privé. ${allow("Envoyer des messages dans les fils")}`,
    embed_links: `Les liens de Reelay n’ont pas d’aperçu dans ce salon. ${allow("Intégrer des liens")}`,
    attach_files: `Reelay ne peut pas joindre de fichiers dans ce salon : une vidéo y arrive sous forme de lien. ${allow("Joindre des fichiers")}`,
    read_history: `Reelay ne peut pas répondre à sa propre carte dans ce salon : ses notifications sont des messages séparés. ${allow("Voir les anciens messages")}`,
  },
};
