import CanonControl
import CanonSession

/// Samples of what may be written for each parameter of a word.
package typealias ParameterSamples = (ParameterKind) -> [String]

extension Word {
  /// The word in all its forms: each parameter with each of its samples, alone and beside all the others.
  package func lines(_ samples: ParameterSamples) -> [String] {
    forms.flatMap { form -> [String] in
      form.indices.flatMap { index in
        text(form[index], samples).flatMap { value in
          [false, true].map { isFull in
            line(form, samples) { $0 == index ? value : isFull ? nil : "" }
          }
        }
      } + [line(form, samples) { _ in "" }]
    }
    .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// - Parameter value: Of a parameter; empty: left out where it may be; nil: its first sample.
  private func line(
    _ form: [Parameter], _ samples: ParameterSamples, _ value: (Int) -> String?
  ) -> String {
    let words = form.enumerated().map { index, parameter in
      let value = value(index)
      return value == "" && parameter.isOptional
        ? "" : value.flatMap { $0.isEmpty ? nil : $0 } ?? text(parameter, samples)[0]
    }
    return ([name] + words).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func text(_ parameter: Parameter, _ samples: ParameterSamples) -> [String] {
    samples(parameter.kind).map { (parameter.keyword.map { $0 + " " } ?? "") + $0 }
  }
}
