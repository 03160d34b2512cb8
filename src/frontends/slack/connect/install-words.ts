import type { Locale } from "../../../core/text/locale.ts";

type TitleAndText = readonly [title: string, text: string];

/** What the page says on which an installation ends, in one language. */
export interface InstallWords {
  /** `command` is what people type, such as /video. */
  readonly installed: readonly [title: string, text: (command: string) => string];
  readonly open: string;
  readonly denied: TitleAndText;
  /** Too old, of another browser, loaded again, or not whole. */
  readonly stale: TitleAndText;
  readonly used: TitleAndText;
  readonly unreachable: TitleAndText;
  readonly refused: TitleAndText;
  readonly unsaved: TitleAndText;
  readonly broken: TitleAndText;
  readonly again: string;
}

export const installWords: Readonly<Record<Locale, InstallWords>> = {
  en: {
    installed: ["Reelay is installed", (command) => `Type ${command} in Slack to make your first video.`],
    open: "Open Slack",
    denied: [
      "Reelay was not installed",
      "You did not allow it, so nothing has changed. You can start again at any time.",
    ],
    stale: [
      "This page has expired",
      "It was open for more than ten minutes, came from another browser, or was loaded twice. If Reelay is in your workspace already, you are done. Otherwise start again.",
    ],
    used: [
      "This link has been used or has expired",
      "It works once, for ten minutes. If Reelay is in your workspace already, you are done. Otherwise start again.",
    ],
    unreachable: ["Slack did not answer", "Reelay is not installed yet. Start again in a minute."],
    refused: [
      "Slack refused the installation",
      "Reelay is not installed because it is not set up correctly. Tell the people who run it (their log has the reason), then start again.",
    ],
    unsaved: [
      "Reelay could not save the installation",
      "Slack has allowed it, but Reelay does not work in your workspace yet. Start again in a minute; if that does not help, tell the people who run it.",
    ],
    broken: [
      "Something went wrong on our side",
      "Reelay is not installed yet. Start again; if that does not help, tell the people who run it.",
    ],
    again: "Start again",
  },
  de: {
    installed: ["Reelay ist installiert", (command) => `Tippe ${command} in Slack für dein erstes Video.`],
    open: "Slack öffnen",
    denied: [
      "Reelay wurde nicht installiert",
      "Du hast es nicht erlaubt, also hat sich nichts geändert. Du kannst jederzeit neu beginnen.",
    ],
    stale: [
      "Diese Seite ist abgelaufen",
      "Sie war länger als zehn Minuten offen, kam aus einem anderen Browser oder wurde zweimal geladen. Ist Reelay schon in deinem Workspace, bist du fertig. Sonst beginne neu.",
    ],
    used: [
      "Dieser Link wurde schon benutzt oder ist abgelaufen",
      "Er funktioniert einmal, zehn Minuten lang. Ist Reelay schon in deinem Workspace, bist du fertig. Sonst beginne neu.",
    ],
    unreachable: ["Slack hat nicht geantwortet", "Reelay ist noch nicht installiert. Beginne in einer Minute neu."],
    refused: [
      "Slack hat die Installation abgelehnt",
      "Reelay ist nicht installiert, weil es nicht richtig eingerichtet ist. Sag den Betreibern Bescheid (der Grund steht in ihrem Log) und beginne danach neu.",
    ],
    unsaved: [
      "Reelay konnte die Installation nicht speichern",
      "Slack hat zugestimmt, aber Reelay funktioniert in deinem Workspace noch nicht. Beginne in einer Minute neu; hilft das nicht, sag den Betreibern Bescheid.",
    ],
    broken: [
      "Bei uns ist etwas schiefgegangen",
      "Reelay ist noch nicht installiert. Beginne neu; hilft das nicht, sag den Betreibern Bescheid.",
    ],
    again: "Neu beginnen",
  },
  es: {
    installed: ["Reelay está instalado", (command) => `Escribe ${command} en Slack para crear tu primer video.`],
    open: "Abrir Slack",
    denied: [
      "Reelay no se instaló",
      "Elegiste no permitirlo y no cambió nada. Puedes empezar de nuevo cuando quieras.",
    ],
    stale: [
      "Esta página venció",
      "Estuvo abierta más de diez minutos, venía de otro navegador o se cargó dos veces. Si Reelay ya está en tu espacio de trabajo, no hay nada más que hacer. Si no, empieza de nuevo.",
    ],
    used: [
      "Este enlace ya se usó o venció",
      "Sirve una sola vez, durante diez minutos. Si Reelay ya está en tu espacio de trabajo, no hay nada más que hacer. Si no, empieza de nuevo.",
    ],
    unreachable: ["Slack no respondió", "Reelay aún no está instalado. Empieza de nuevo en un minuto."],
    refused: [
      "Slack no aceptó la instalación",
      "Reelay no está instalado: hay un problema en su configuración. Avisa a quienes lo administran (su registro dice cuál es) y después empieza de nuevo.",
    ],
    unsaved: [
      "Reelay no pudo guardar la instalación",
      "Slack dio el permiso, pero Reelay aún no funciona en tu espacio de trabajo. Empieza de nuevo en un minuto; si el problema sigue, avisa a quienes lo administran.",
    ],
    broken: [
      "Algo salió mal de nuestro lado",
      "Reelay aún no está instalado. Empieza de nuevo; si el problema sigue, avisa a quienes lo administran.",
    ],
    again: "Empezar de nuevo",
  },
  fr: {
    installed: ["Reelay est installé", (command) => `Tapez ${command} dans Slack pour créer votre première vidéo.`],
    open: "Ouvrir Slack",
    denied: [
      "Reelay n’a pas été installé",
      "Vous avez choisi de ne pas l’autoriser, et rien n’a changé. Vous pouvez recommencer quand vous voulez.",
    ],
    stale: [
      "Cette page a expiré",
      "Elle est restée ouverte plus de dix minutes, venait d’un autre navigateur ou a été chargée deux fois. Si Reelay est déjà dans votre espace de travail, il n’y a plus rien à faire. Sinon, recommencez.",
    ],
    used: [
      "Ce lien a déjà servi ou a expiré",
      "Il ne sert qu’une fois, pendant dix minutes. Si Reelay est déjà dans votre espace de travail, il n’y a plus rien à faire. Sinon, recommencez.",
    ],
    unreachable: ["Slack n’a pas répondu", "Reelay n’est pas encore installé. Recommencez dans une minute."],
    refused: [
      "Slack n’a pas accepté l’installation",
      "Reelay n’est pas installé : il y a un problème dans sa configuration. Prévenez les personnes qui le gèrent (leur journal indique lequel), puis recommencez.",
    ],
    unsaved: [
      "Reelay n’a pas pu enregistrer l’installation",
      "Slack a donné son accord, mais Reelay ne fonctionne pas encore dans votre espace de travail. Recommencez dans une minute ; si cela ne suffit pas, prévenez les personnes qui le gèrent.",
    ],
    broken: [
      "Une erreur est survenue de notre côté",
      "Reelay n’est pas encore installé. Recommencez ; si cela ne suffit pas, prévenez les personnes qui le gèrent.",
    ],
    again: "Recommencer",
  },
  ja: {
    installed: [
      "Reelayをインストールしました",
      (command) => `Slackで ${command} と入力すると、最初の動画を作成できます。`,
    ],
    open: "Slackを開く",
    denied: [
      "Reelayはインストールされていません",
      "許可されなかったため、何も変わっていません。いつでもやり直せます。",
    ],
    stale: [
      "このページは期限切れです",
      "10分以上開いたままだったか、別のブラウザから開かれたか、2回読み込まれました。Reelayがすでにワークスペースにあれば、これ以上の操作は不要です。なければ、最初からやり直してください。",
    ],
    used: [
      "このリンクは使用済みか、期限切れです",
      "リンクは一度だけ、10分間使えます。Reelayがすでにワークスペースにあれば、これ以上の操作は不要です。なければ、最初からやり直してください。",
    ],
    unreachable: [
      "Slackから応答がありません",
      "Reelayはまだインストールされていません。1分ほど待ってからやり直してください。",
    ],
    refused: [
      "Slackがインストールを受け付けませんでした",
      "Reelayの設定に問題があり、インストールされていません。Reelayの運営者にお知らせください（原因はログにあります）。その後でやり直してください。",
    ],
    unsaved: [
      "Reelayがインストールを保存できませんでした",
      "Slackの許可は得られましたが、ワークスペースではまだ使えません。1分ほど待ってからやり直し、それでも解決しない場合はReelayの運営者にお知らせください。",
    ],
    broken: [
      "問題が発生しました",
      "Reelayはまだインストールされていません。やり直しても解決しない場合は、Reelayの運営者にお知らせください。",
    ],
    again: "最初からやり直す",
  },
  "pt-BR": {
    installed: ["O Reelay está instalado", (command) => `Digite ${command} no Slack para criar seu primeiro vídeo.`],
    open: "Abrir o Slack",
    denied: [
      "O Reelay não foi instalado",
      "Você escolheu não permitir, e nada mudou. Você pode começar de novo quando quiser.",
    ],
    stale: [
      "Esta página expirou",
      "Ela ficou aberta por mais de dez minutos, veio de outro navegador ou foi carregada duas vezes. Se o Reelay já está no seu workspace, não há mais nada a fazer. Se não, comece de novo.",
    ],
    used: [
      "Este link já foi usado ou expirou",
      "Ele só pode ser usado uma vez, em até dez minutos. Se o Reelay já está no seu workspace, não há mais nada a fazer. Se não, comece de novo.",
    ],
    unreachable: ["O Slack não respondeu", "O Reelay ainda não está instalado. Comece de novo daqui a um minuto."],
    refused: [
      "O Slack não aceitou a instalação",
      "O Reelay não está instalado: há algo errado na configuração dele. Avise quem o administra (o log diz o que é) e depois comece de novo.",
    ],
    unsaved: [
      "O Reelay não conseguiu salvar a instalação",
      "O Slack permitiu, mas o Reelay ainda não funciona no seu workspace. Comece de novo daqui a um minuto; se não resolver, avise quem o administra.",
    ],
    broken: [
      "Algo deu errado do nosso lado",
      "O Reelay ainda não está instalado. Comece de novo; se não resolver, avise quem o administra.",
    ],
    again: "Começar de novo",
  },
};
