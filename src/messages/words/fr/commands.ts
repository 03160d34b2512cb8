import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Créer une vidéo à partir de mots, ou de mots et d’une image",
    key: "Ajouter, vérifier ou retirer ta propre clé API",
    jobs: "Voir tes vidéos, en cours et récentes, et ce qu’elles coûtent",
    settings: "Voir ou changer comment sont tes vidéos quand tu ne dis rien d’autre",
    data: "Obtenir ou supprimer ce que Reelay garde sur toi",
    help: "Premiers pas, prix et que faire quand quelque chose ne va pas",
  },
  subcommands: {
    set: "Ajouter ta clé API dans un formulaire privé",
    status: "Voir quelle clé est enregistrée et si elle fonctionne",
    remove: "Oublier ta clé API",
    export: "Obtenir un fichier privé avec tout ce que Reelay garde sur toi",
    delete: "Tout faire oublier, après avoir vu ce que c’est",
  },
  options: {
    prompt: "Ce qui doit se passer dans la vidéo",
    ratio: "Paysage ou portrait",
    duration: "La durée de la vidéo",
    resolution: "Sa netteté, et ce qu’elle coûte",
    image: "Une image à laquelle donner vie (5 Mo max)",
    image_url: "Ou l’adresse d’une image (https://…, 5 Mo max)",
    ping: "Si un message te prévient quand une vidéo est terminée",
    attach: "Si une vidéo terminée se lit dans sa carte, ou n’est qu’un lien",
    visibility: "Qui voit les cartes de tes vidéos",
    confirm_above: "Quand me demander confirmation avant de dépenser des crédits",
    show: "Faire venir ici la carte de cette vidéo",
  },
  animate: "Animer l’image",
};
