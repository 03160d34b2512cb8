import type { Words } from "../en.ts";

const ASK = "このボットの運営者に問い合わせてください。";
const NOTHING = "課金されていません。";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "今はできません",
    body: [`Reelayは今これを保存できません。${NOTHING}`, "1分後にもう一度試してください。"],
  },
  workspaceFull: {
    title: "ここの動画が多すぎます",
    text: (most) => `ここでは今${most}本の動画を作成中で、同時にこれ以上は作成できません。${NOTHING}`,
    next: "数分後にもう一度試してください。",
  },
  tooManyCommands: {
    title: "少しゆっくりお願いします",
    text: (most) => `1分間に受け付けられるコマンドは${most}回までです。1分後にもう一度試してください。`,
    next: NOTHING,
  },
  busy: {
    title: "Reelayが混み合っています",
    text: "Reelayはほかの人のコマンドで混み合っています。1分後にもう一度試してください。",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "ここではできません",
    body: [`ここでは、またはあなたの権限では、動画を作成できません。${NOTHING}`, ASK],
  },
  blocked: { title: "許可されていません", body: [`このボットで動画を作成することはできません。${NOTHING}`, ASK] },
  notYours: {
    title: "あなたのものではありません",
    body: ["これができるのは、この動画を依頼した人だけです。ご自身の動画を作成できます。"],
  },
  strayPress: {
    title: "何も行われていません",
    body: [
      "このボタンは、押されたメッセージのものではありません。課金されていません。",
      "動画のカードを使ってください。動画の一覧からここに表示できます。",
    ],
  },
  goneCard: {
    title: "古すぎます",
    body: [`Reelayはこの動画をもう覚えていないため、このボタンは使えません。${NOTHING}`, "新しく依頼してください。"],
  },
  noSuchVideo: {
    title: "その動画はありません",
    body: ["そのIDで始まる動画がないか、複数あります。動画の一覧でIDを確認し、6文字以上で指定してください。"],
  },
  forgottenPrompt: {
    title: "古すぎます",
    body: [`Reelayはそのプロンプトをもう覚えていません。${NOTHING}`, "もう一度入力してください。"],
  },
  stillStarting: {
    title: "開始したところです",
    body: ["この動画は開始したところです。少し待ってからカードをここに表示してください。"],
  },
  unknownAct: {
    title: "ここでは使えません",
    text: `Reelayの別のバージョンのものなので、何も行いませんでした。${NOTHING}`,
    next: (help) => `${help} と入力すると、使えるものがわかります。`,
  },
  somethingWentWrong: {
    title: "問題が起きました",
    body: [
      `Reelayの内部で問題が起きました。このために開始された動画はありません。${NOTHING}`,
      "1分後にもう一度試してください。",
    ],
  },
  alreadyOnItsWay: {
    title: "すでに進行中です",
    body: ["すでに進行中です。今回の操作で新たに開始されたものはありません。"],
  },
  toldToo: {
    title: "あなたにもお知らせします。",
    body: ["この動画が終わると、あなたにも1通のメッセージで通知します。"],
  },
  toldUntil: {
    title: "しばらくの間、あなたにもお知らせします。",
    text: (when) => [
      "この動画が",
      when,
      "までに終わったら、メッセージであなたもお呼びします。その後は、頼んだ人にだけお知らせできます。",
    ],
  },
  nobodyTold: {
    title: "ここではお知らせできません",
    body: ["この動画が終わったとき、Reelayは頼んだ人にだけお知らせできます。リストには追加していません。"],
  },
  toldAlready: {
    title: "すでに通知の一覧に入っています。",
    body: ["この動画が終わると、1通のメッセージで通知します。"],
  },
  toldAnyway: {
    title: "もともとお知らせします。",
    body: ["ご自身の動画なので、終わると1通のメッセージで通知します。"],
  },
  listFull: {
    title: "通知の一覧がいっぱいです",
    body: ["1通のメッセージで通知できる人数はここまでです。カード自体は全員に見える形で更新されます。"],
  },
  alreadyOver: {
    title: "もう終わっています",
    body: ["待つものはもうありません。結果はカードに書いてあります。"],
  },
  stillRunning: {
    title: "まだ作成中です",
    body: [
      "この動画はまだ作成中なので、カードは残ります。開始した動画をサービスで止めることはできません。",
      "終わったらカードを削除できます。",
    ],
  },
};
