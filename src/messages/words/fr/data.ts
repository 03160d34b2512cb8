import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("fr");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Tes données",
  exportGives: (command) => [command, " te donne un fichier privé avec tout ce que Reelay garde sur toi."],
  deleteForgets: (command) => [command, " fait tout oublier. On te montre d’abord ce que c’est, et on te demande."],
  gathering: { title: "Préparation de ton fichier…", body: ["Cela ne coûte aucun crédit."] },
  fileHere:
    "Tout ce que Reelay garde sur toi est dans ce fichier. Tu es la seule personne à le voir ici : télécharge-le avant de fermer Discord.",
  fileInDirect:
    "Tout ce que Reelay garde sur toi est dans un fichier, dans ta conversation privée avec Reelay. Il y reste jusqu’à ce que tu le supprimes.",
  leftOut: (entries) =>
    `Le tout serait trop lourd pour ce chat : les plus anciennes entrées (${number(entries)}) sont laissées de côté.`,
  notTheKey: "Ta clé elle-même n’y est pas, seulement ses quatre derniers caractères.",
  unsure: {
    title: "Ton fichier est peut-être arrivé",
    body: [
      "Slack n’a pas dit s’il a pris le fichier. Regarde dans ta conversation privée avec Reelay. S’il n’y est pas, redemande.",
    ],
  },
  noFile: {
    title: "Aucun fichier ne peut être donné ici",
    body: [
      "Ce chat n’accepte pas de fichier de Reelay. Redemande dans une conversation privée avec Reelay, ou demande à un admin d’autoriser les fichiers.",
    ],
  },
  wouldHold: (parts, jobs) => [`Il contiendrait : ${parts}. `, jobs, " montre tes vidéos ici."],
  cannotRead: {
    title: "Pas maintenant",
    body: ["Reelay ne peut pas lire cela maintenant. Rien n’a été modifié.", "Réessaie dans une minute."],
  },
  nothingKept: {
    title: "Rien n’est conservé",
    body: ["Reelay ne garde rien sur toi. Il n’y a rien à supprimer."],
  },
  confirm: "Supprimer ce que Reelay garde sur toi ?",
  goesForGood: (parts) => `Cela disparaît pour toujours : ${parts}.`,
  stays: [
    "Les cartes, messages et fichiers dans le chat restent où ils sont. Supprime d’abord les cartes que tu ne veux pas y laisser : ensuite, leurs boutons ne feront plus rien.",
    "Les sauvegardes et journaux sont chez les responsables de ce bot.",
  ],
  deleted: "Tes données sont supprimées",
  forgotten: "Reelay a oublié ce qu’il gardait sur toi.",
  sevenDays:
    "Pendant sept jours, il connaît les identifiants de tes dernières vidéos, et rien d’autre d’elles, pour qu’aucune ne soit créée deux fois.",
  going: {
    title: "Suppression de tes données",
    body: ["Cela prend un instant. Cela continue tout seul, tu n’as plus rien à faire."],
  },
  kept: "Rien n’a été supprimé.",
  tooOld: "Trop ancien",
  tooOldText: (command) => [
    "Rien n’a été supprimé : cette question a plus de 15 minutes. Redemande avec ",
    command,
    ".",
  ],
  notYours: {
    title: "Pas à toi",
    body: ["Seule la personne qui a demandé peut faire cela. Rien n’a été supprimé."],
  },
  parts: {
    key: "ta clé API",
    settings: "tes réglages",
    welcomed: "la note disant qu’on t’a souhaité la bienvenue",
    ended: (ended) => `les données de ${count(ended, "vidéo terminée", "vidéos terminées")}, prompts et liens compris`,
    kept: (kept) => `${count(kept, "demande pas encore lancée", "demandes pas encore lancées")}`,
    costs: (costs) => `le coût de ${videos(costs)}`,
    open: (open) => `${videos(open)} en cours`,
  },
  stillOpen: (open) =>
    `${videos(open)} ${open === 1 ? "est" : "sont"} encore en cours. Rien n’est arrêté : on te dira la fin, puis cela aussi sera oublié.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "vient de se terminer et sera oubliée" : "viennent de se terminer et seront oubliées"} dès que la carte sera finie.`,
  nothing: "rien",
  listed: (first, last) => `${first.join(" ; ")} ; et ${last}`,
};
