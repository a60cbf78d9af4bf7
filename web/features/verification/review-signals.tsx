import type { QueueItem } from '#contract/verification.ts'
import { Banner } from '#web/ui/banner.tsx'
import { reviewHints, signalWords } from './document-words.ts'
import { People } from './same-numbers.tsx'

/** Automatic findings above the photo, signals of fraud first. The reviewer decides. */
export function Signals({ item: { document, owner, signals } }: { item: QueueItem }) {
  const isSignal = (hint: string) => signals.some((signal) => signal === hint)
  const hints = document.hints.filter((hint) => !isSignal(hint))
  return (
    <>
      {signals.length > 0 && (
        <Banner tone="warn" live="off" title="Señales de fraude">
          <ul className="list-disc pl-5">
            {signals.map((signal) => (
              <li key={signal}>{signalWords[signal]}</li>
            ))}
          </ul>
        </Banner>
      )}
      <Claims owner={owner} />
      {hints.length > 0 && (
        <Banner tone="warn" live="off" title="Fíjate en esto">
          <ul className="list-disc pl-5">
            {hints.map((hint) => (
              <li key={hint}>{reviewHints[hint]}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}

/** Warnings about the document number: other people gave it too, or the person changed it. */
function Claims({ owner }: { owner: QueueItem['owner'] }) {
  const { sameNumber, numberChanges } = owner
  return (
    <>
      {sameNumber.length > 0 && (
        <Banner tone="warn" live="off" title="Otras personas dieron este mismo número">
          <People people={sameNumber} />
        </Banner>
      )}
      {numberChanges > 0 && (
        <Banner tone="info" live="off">
          {numberChanges === 1
            ? 'La persona cambió su número de documento una vez.'
            : `La persona cambió su número de documento ${numberChanges} veces.`}
        </Banner>
      )}
    </>
  )
}
