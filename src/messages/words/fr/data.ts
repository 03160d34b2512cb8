import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("fr");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Vos données",
  exportGives: (command) => [command, " vous donne un fichier privé avec tout ce que Reelay garde sur vous."],
  deleteForgets: (command) => [command, " le supprime, après vous en avoir montré la liste et demandé confirmation."],
  gathering: { title: "Préparation de votre fichier…", body: ["Cela ne coûte aucun crédit."] },
  fileHere:
    "Tout ce que Reelay garde sur vous est dans ce fichier. Personne d’autre ne le voit ici : téléchargez-le avant de fermer Discord.",
  fileInDirect:
    "Tout ce que Reelay garde sur vous est dans un fichier, dans votre conversation privée avec Reelay. Il y reste jusqu’à ce que vous le supprimiez.",
  leftOut: (entries) =>
    `Le fichier complet serait trop lourd pour ce chat : les entrées les plus anciennes (${number(entries)}) n’y sont pas.`,
  notTheKey: "Votre clé elle-même n’y est pas, seulement ses quatre derniers caractères.",
  unsure: {
    title: "Votre fichier est peut-être arrivé",
    body: [
      "Slack n’a pas dit s’il a accepté le fichier. Regardez dans votre conversation privée avec Reelay. S’il n’y est pas, redemandez-le.",
    ],
  },
  noFile: {
    title: "Impossible de donner un fichier ici",
    body: [
      "Ce chat n’accepte pas les fichiers de Reelay. Redemandez-le dans une conversation privée avec Reelay, ou demandez à un admin d’autoriser les fichiers.",
    ],
  },
  wouldHold: (parts, jobs) => [`Il contiendrait : ${parts}. `, jobs, " montre vos vidéos ici."],
  cannotRead: {
    title: "Pas maintenant",
    body: ["Reelay ne peut pas lire vos données pour le moment. Rien n’a été modifié.", "Réessayez dans une minute."],
  },
  nothingKept: {
    title: "Aucune donnée enregistrée",
    body: ["Reelay ne garde rien sur vous. Il n’y a rien à supprimer."],
  },
  confirm: "Supprimer vos données ?",
  goesForGood: (parts) => `Seront supprimés définitivement : ${parts}.`,
  stays: [
    "Les cartes, messages et fichiers dans le chat restent où ils sont. Si vous voulez faire disparaître certaines de ces cartes, supprimez-les d’abord : ensuite, leurs boutons ne fonctionneront plus.",
    "Les personnes qui gèrent ce bot peuvent encore avoir des sauvegardes et des journaux.",
  ],
  deleted: "Vos données sont supprimées",
  forgotten: "Reelay a supprimé ce qu’il gardait sur vous.",
  sevenDays:
    "Pendant sept jours, Reelay garde les identifiants de vos dernières vidéos, et rien d’autre, pour qu’aucune ne soit créée deux fois.",
  going: {
    title: "Suppression de vos données en cours",
    body: ["Cela prend un instant et continue tout seul : vous n’avez plus rien à faire."],
  },
  kept: "Rien n’a été supprimé.",
  tooOld: "Cette question a expiré",
  tooOldText: (command) => [
    "Rien n’a été supprimé : cette question date de plus de 15 minutes. Redemandez avec ",
    command,
    ".",
  ],
  notYours: {
    title: "Ce ne sont pas vos données",
    body: ["Seule la personne concernée peut faire cela. Rien n’a été supprimé."],
  },
  parts: {
    key: "votre clé API",
    settings: "vos réglages",
    welcomed: "la note indiquant que vous avez reçu le message de bienvenue",
    ended: (ended) => `les données de ${count(ended, "vidéo terminée", "vidéos terminées")}, prompts et liens compris`,
    kept: (kept) => count(kept, "demande pas encore lancée", "demandes pas encore lancées"),
    costs: (costs) => `le coût de ${videos(costs)}`,
    open: (open) => `${videos(open)} en cours`,
  },
  stillOpen: (open) =>
    open === 1
      ? `${videos(open)} est encore en cours et ne peut pas être arrêtée : vous saurez comment elle se termine, puis elle sera supprimée aussi.`
      : `${videos(open)} sont encore en cours et ne peuvent pas être arrêtées : vous saurez comment elles se terminent, puis elles seront supprimées aussi.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "vient de se terminer et sera supprimée dès que sa carte sera" : "viennent de se terminer et seront supprimées dès que leurs cartes seront"} à jour.`,
  nothing: "rien",
  listed: (first, last) => `${first.join(" ; ")} ; et ${last}`,
};
