import type { Piece, Sentence } from "../../../core/sentence.ts";
import type { Locale } from "../../../core/text/locale.ts";

type TitleAndText = readonly [title: string, text: string];

/** What this module says by itself, in one language. */
export interface OwnWords {
  readonly broken: TitleAndText;
  readonly late: TitleAndText;
  readonly leaving: TitleAndText;
  readonly closed: TitleAndText;
  readonly unpostable: TitleAndText;
  readonly notInstalled: TitleAndText;
  readonly inDirect: TitleAndText;
  readonly invite: { readonly title: string; readonly text: (command: Piece) => Sentence };
  /** Below a card that could not be posted where it was asked for. */
  readonly whyHere: string;
  /** In forms. */
  readonly cancel: string;
  readonly close: string;
  readonly where: string;
  readonly whereHint: string;
  readonly or: (label: string) => string;
  readonly noHiding: string;
  readonly noFiles: string;
}

export const ownWords: Readonly<Record<Locale, OwnWords>> = {
  en: {
    broken: ["Something went wrong on our side", "Nothing was charged. Try again in a moment."],
    late: ["Reelay cannot save this now", "Nothing was charged. Try again in a moment."],
    leaving: ["Reelay is restarting", "Nothing was charged. Try again in a moment."],
    closed: ["That took too long to open", "Nothing was charged. Try again."],
    unpostable: [
      "Reelay could not post your video's card",
      "Nothing was charged. Invite Reelay to this channel, or try another.",
    ],
    notInstalled: [
      "Reelay is not installed in this workspace",
      "Nothing was charged. Ask an admin of the workspace to install it again.",
    ],
    inDirect: ["Your video's card is in your direct messages", "Only you can see it, as your settings say."],
    invite: {
      title: "Reelay is not in this channel",
      text: (command) => [
        "So your video's card cannot update here while the video is made. To change that, type ",
        command,
        ".",
      ],
    },
    whyHere: "This is here because Reelay cannot write in the channel where you asked.",
    cancel: "Cancel",
    close: "Close",
    where: "Where the card goes",
    whereHint: "If left empty, it goes to your direct messages with Reelay.",
    or: (label) => `Or: ${label.toLowerCase()}`,
    noHiding: "Slack cannot hide what you type here: make sure that nobody else sees your screen.",
    noFiles: "Files cannot be uploaded here: the people who run this bot have not set that up.",
  },
  de: {
    broken: ["Bei uns ist etwas schiefgegangen", "Es wurde nichts berechnet. Versuch es gleich noch einmal."],
    late: ["Reelay kann das gerade nicht speichern", "Es wurde nichts berechnet. Versuch es gleich noch einmal."],
    leaving: ["Reelay startet gerade neu", "Es wurde nichts berechnet. Versuch es gleich noch einmal."],
    closed: ["Das Öffnen hat zu lange gedauert", "Es wurde nichts berechnet. Versuch es noch einmal."],
    unpostable: [
      "Reelay konnte die Karte deines Videos nicht posten",
      "Es wurde nichts berechnet. Lade Reelay in diesen Channel ein, oder nimm einen anderen.",
    ],
    notInstalled: [
      "Reelay ist in diesem Workspace nicht installiert",
      "Es wurde nichts berechnet. Bitte einen Admin des Workspace, es wieder zu installieren.",
    ],
    inDirect: [
      "Die Karte deines Videos ist in deinen Direktnachrichten",
      "Nur du siehst sie, so wie in deinen Einstellungen.",
    ],
    invite: {
      title: "Reelay ist nicht in diesem Channel",
      text: (command) => [
        "Deshalb kann die Karte deines Videos hier nicht aktualisiert werden. Lade es ein mit ",
        command,
        ".",
      ],
    },
    whyHere: "Das steht hier, weil Reelay in dem Channel, aus dem deine Anfrage kam, nicht schreiben kann.",
    cancel: "Abbrechen",
    close: "Schließen",
    where: "Wohin die Karte kommt",
    whereHint: "Bleibt das Feld leer, kommt sie in deine Direktnachrichten mit Reelay.",
    or: (label) => `Oder: ${label}`,
    noHiding: "Slack kann nicht verbergen, was du hier eingibst: Achte darauf, dass niemand deinen Bildschirm sieht.",
    noFiles: "Dateien lassen sich hier nicht hochladen: Die Betreiber dieses Bots haben das nicht eingerichtet.",
  },
  es: {
    broken: ["Algo salió mal de nuestro lado", "No se cobró nada. Inténtalo otra vez en un momento."],
    late: ["Reelay no puede guardar esto ahora", "No se cobró nada. Inténtalo otra vez en un momento."],
    leaving: ["Reelay se está reiniciando", "No se cobró nada. Inténtalo otra vez en un momento."],
    closed: ["Tardó demasiado en abrirse", "No se cobró nada. Inténtalo otra vez."],
    unpostable: [
      "Reelay no pudo mostrar la tarjeta de tu video",
      "No se cobró nada. Invita a Reelay a este canal, o prueba otro.",
    ],
    notInstalled: [
      "Reelay no está instalado en este espacio de trabajo",
      "No se cobró nada. Pide a un administrador del espacio de trabajo que lo instale de nuevo.",
    ],
    inDirect: [
      "La tarjeta de tu video está en tus mensajes directos",
      "Solo tú la ves, como lo indica tu configuración.",
    ],
    invite: {
      title: "Reelay no está en este canal",
      text: (command) => [
        "Por eso la tarjeta de tu video no puede actualizarse aquí mientras se crea. Para cambiarlo, escribe ",
        command,
        ".",
      ],
    },
    whyHere: "Reelay no puede escribir en el canal donde lo pediste, por eso este mensaje está aquí.",
    cancel: "Cancelar",
    close: "Cerrar",
    where: "Adónde va la tarjeta",
    whereHint: "Déjalo vacío para tus mensajes directos con Reelay.",
    or: (label) => `O: ${label.toLowerCase()}`,
    noHiding:
      "Slack no tiene un campo que oculte lo que se escribe: tu clave se ve aquí mientras la escribes, y quien vea tu pantalla puede leerla.",
    noFiles: "Aquí no se pueden subir archivos: quienes administran este bot no lo han configurado.",
  },
  fr: {
    broken: ["Une erreur est survenue de notre côté", "Rien n’a été débité. Réessayez dans un instant."],
    late: ["Reelay ne peut pas enregistrer cela maintenant", "Rien n’a été débité. Réessayez dans un instant."],
    leaving: ["Reelay redémarre", "Rien n’a été débité. Réessayez dans un instant."],
    closed: ["L’ouverture a pris trop de temps", "Rien n’a été débité. Réessayez."],
    unpostable: [
      "Reelay n’a pas pu afficher la carte de votre vidéo",
      "Rien n’a été débité. Invitez Reelay dans ce canal, ou essayez-en un autre.",
    ],
    notInstalled: [
      "Reelay n’est pas installé dans cet espace de travail",
      "Rien n’a été débité. Demandez à un admin de l’espace de travail de le réinstaller.",
    ],
    inDirect: [
      "La carte de votre vidéo est dans vos messages privés",
      "Personne d’autre ne la voit, comme le veulent vos réglages.",
    ],
    invite: {
      title: "Reelay n’est pas dans ce canal",
      text: (command) => [
        "La carte de votre vidéo ne peut donc pas être mise à jour ici pendant sa création. Pour changer cela, tapez ",
        command,
        ".",
      ],
    },
    whyHere: "Reelay ne peut pas écrire dans le canal de votre demande : ce message est donc ici.",
    cancel: "Annuler",
    close: "Fermer",
    where: "Où va la carte",
    whereHint: "Laissez vide pour vos messages privés avec Reelay.",
    or: (label) => `Ou : ${label.toLowerCase()}`,
    noHiding:
      "Slack n’a pas de champ qui masque la saisie : votre clé s’affiche ici pendant que vous la tapez, et toute personne qui voit votre écran peut la lire.",
    noFiles: "Aucun fichier ne peut être envoyé ici : les personnes qui gèrent ce bot ne l’ont pas configuré.",
  },
  ja: {
    broken: ["問題が発生しました", "課金されていません。少し待ってからもう一度お試しください。"],
    late: ["現在、保存できません", "課金されていません。少し待ってからもう一度お試しください。"],
    leaving: ["Reelayは再起動中です", "課金されていません。少し待ってからもう一度お試しください。"],
    closed: ["開くのに時間がかかりすぎました", "課金されていません。もう一度お試しください。"],
    unpostable: [
      "動画のカードを表示できませんでした",
      "課金されていません。Reelayをこのチャンネルに招待するか、別のチャンネルでお試しください。",
    ],
    notInstalled: [
      "このワークスペースにReelayがインストールされていません",
      "課金されていません。もう一度インストールするよう、ワークスペースの管理者に依頼してください。",
    ],
    inDirect: ["動画のカードはダイレクトメッセージにあります", "設定のとおり、あなただけに表示されています。"],
    invite: {
      title: "Reelayはこのチャンネルにいません",
      text: (command) => [
        "そのため、動画の作成中にカードをここで更新できません。更新できるようにするには ",
        command,
        " と入力してください。",
      ],
    },
    whyHere: "リクエストされたチャンネルにReelayが書き込めないため、ここに表示しています。",
    cancel: "キャンセル",
    close: "閉じる",
    where: "カードを表示する場所",
    whereHint: "空のままなら、Reelayとのダイレクトメッセージに表示します。",
    or: (label) => `または：${label}`,
    noHiding:
      "Slackには入力内容を隠す欄がありません。入力中のキーは画面に表示され、周りの人にも見える可能性があります。",
    noFiles: "ここではファイルをアップロードできません（このボットの運営者が設定していません）。",
  },
  "pt-BR": {
    broken: ["Algo deu errado do nosso lado", "Nada foi cobrado. Tente de novo daqui a pouco."],
    late: ["O Reelay não consegue salvar isso agora", "Nada foi cobrado. Tente de novo daqui a pouco."],
    leaving: ["O Reelay está reiniciando", "Nada foi cobrado. Tente de novo daqui a pouco."],
    closed: ["Demorou demais para abrir", "Nada foi cobrado. Tente de novo."],
    unpostable: [
      "O Reelay não conseguiu mostrar o cartão do seu vídeo",
      "Nada foi cobrado. Convide o Reelay para este canal ou tente outro.",
    ],
    notInstalled: [
      "O Reelay não está instalado neste workspace",
      "Nada foi cobrado. Peça a um admin do workspace que o instale de novo.",
    ],
    inDirect: ["O cartão do seu vídeo está nas suas mensagens diretas", "Só você o vê, como nas suas configurações."],
    invite: {
      title: "O Reelay não está neste canal",
      text: (command) => [
        "Por isso, o cartão do seu vídeo não pode ser atualizado aqui enquanto ele é criado. Para resolver, digite ",
        command,
        ".",
      ],
    },
    whyHere: "O Reelay não consegue escrever no canal onde você pediu, por isso o cartão está aqui.",
    cancel: "Cancelar",
    close: "Fechar",
    where: "Para onde vai o cartão",
    whereHint: "Deixe vazio para enviar às suas mensagens diretas com o Reelay.",
    or: (label) => `Ou: ${label.toLowerCase()}`,
    noHiding:
      "O Slack não tem um campo que oculte o que é digitado: a sua chave fica visível aqui enquanto você digita, também para quem vê a sua tela.",
    noFiles: "Não é possível enviar arquivos aqui: quem administra este bot não configurou isso.",
  },
};
