import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : `（末尾${lastFour}）`;
}

export const keys: Words["keys"] = {
  first: {
    title: "まずAPIキーを追加してください",
    body: ["動画の作成には、動画サービスにある自分のアカウントのクレジットを使います。"],
  },
  dashboard: "ダッシュボード",
  where: (dashboard) => ["キーは動画サービスの", dashboard, "で取得できます。"],
  keptForIt: "リクエストは1時間保存され、キーを保存すると自動で続きます。",
  thenPress: (button) => `キーを追加してから「${button}」を押してください。`,
  nothingCharged: "課金されていません。",
  checking: { title: "キーを確認しています…", body: ["クレジットはかかりません。"] },
  saved: "キーを保存しました",
  savedText: (lastFour) => `キー${endingIn(lastFour)}は使えます。暗号化して保存しました。`,
  goesOn: "キーを待っていたリクエストを続けます。",
  videosGoOn: (open) => (open === 1 ? "動画の作成を続けます。" : `${open}本の動画の作成を続けます。`),
  youCan: "動画を作成できるようになりました。",
  savedUnchecked: "キーを保存しました（未確認）",
  savedUncheckedText: (lastFour) =>
    `キー${endingIn(lastFour)}を暗号化して保存しました。動画サービスから明確な応答がなかったため、使えるかどうかはまだ確認できていません。`,
  firstVideoTells: "使えるかどうかは、最初の動画でわかります。",
  requestNotStarted: "キーを待っていたリクエストは開始されませんでした。後でもう一度送信してください。",
  bad: {
    title: "このキーは使えません",
    body: [
      "動画サービスがこのキーを受け付けないため、保存していません。以前に保存したキーはそのままです。",
      "もう一度コピーして追加してください。",
    ],
  },
  notAKey: "APIキーではありません",
  empty: "ここにAPIキーを貼り付けてください。",
  notOneWord: "キーは空白のない一続きの文字列です。もう一度コピーして、ここに貼り付けてください。",
  nothingSaved: "何も保存していません。",
  unknownWord: "不明なコマンドです",
  words: (set, status, remove) => [set, "、", status, "、", remove, " のいずれかを入力してください。"],
  ifItWasYourKey: "入力したものがキーだった場合も、保存はしていません。キーは非公開フォームから追加してください。",
  stored: (lastFour) => `キー${endingIn(lastFour)}は暗号化して保存されています。`,
  works: "キーは使えます",
  doesNotWork: {
    title: "キーが使えません",
    body: ["動画サービスがこのキーを受け付けません。新しいキーを追加してください。"],
  },
  notChecked: {
    title: "キーを確認できませんでした",
    body: ["動画サービスから明確な応答がありませんでした。数分後にもう一度お試しください。"],
  },
  yours: "APIキー",
  none: {
    title: "キーが保存されていません",
    body: ["動画を作成するには、自分のAPIキーを追加してください。"],
  },
  removed: { title: "キーを削除しました", body: ["Reelayに保存されていたキーを削除しました。"] },
  confirmRemoval: "今すぐキーを削除しますか？",
  withoutKey: "キーがないと、新しい動画を作成できません。",
  nothingToRemove: { title: "キーが保存されていません", body: ["削除するものはありません。"] },
  stillOpen: (open) =>
    `作成中の動画が${amounts.videos(open)}あります。終わるまで、暗号化されたキーのコピーが残ります。`,
};
