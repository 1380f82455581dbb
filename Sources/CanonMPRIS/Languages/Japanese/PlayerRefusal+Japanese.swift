import CanonControl
import CanonFiles

/// The same reasons in Japanese.
extension PlayerRefusal {
  var japanese: String {
    switch self {
    case .unknownMethod(let name):
      "\(CleanText.japaneseQuote(name))は canon のメソッドではないか、引数の型が違います。メソッドは Introspect で確かめられます。"
    case .unknownProperty(let name):
      "\(CleanText.japaneseQuote(name))は canon のプロパティではありません。プロパティは Introspect で確かめられます。"
    case .readOnly(let name): "\(CleanText.japaneseQuote(name))は変更できません。変更できるのは Volume（0以上）だけです。"
    case .busy: "\(SessionBus.mostCalls)件の呼び出しが返答を待っています。返答のあとで呼び出してください。"
    case .refused(let problems): problems.map { $0.text(.japanese) }.joined()
    }
  }
}
