import { CircleCheck, CircleX, ClipboardPen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { CheckInResult } from './check-in-result.ts'

type ScanResultProps = { result: CheckInResult; onNext: () => void }

/** Result of a scan in colour, icon and words, readable at arm's length. */
export function ScanResult({ result, onNext }: ScanResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const noted = !result.ok && result.noted
  const Icon = noted ? ClipboardPen : result.ok ? CircleCheck : CircleX
  const colour = noted ? 'bg-rio-soft text-ink' : 'bg-err text-on-err'
  return (
    <section
      aria-live="assertive"
      className={cx(
        'grid justify-items-center gap-3 rounded-card p-6 text-center',
        result.ok ? 'bg-ok text-on-bosque' : colour,
      )}
    >
      <Icon aria-hidden="true" className="size-16" />
      <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {result.ok ? 'Puede subir' : result.title}
      </h2>
      {result.ok ? <Passenger result={result} /> : <p className="text-lg">{result.detail}</p>}
      <Button variant="secondary" onClick={onNext} className="mt-1">
        {result.ok || noted ? 'Siguiente pasajero' : 'Intentar de nuevo'}
      </Button>
    </section>
  )
}

function Passenger({ result }: { result: CheckInResult & { ok: true } }) {
  const { name, seats, to, paymentMode, price } = result.aboard
  return (
    <div className="text-lg">
      {name !== null && <p className="text-xl font-bold break-words">{name}</p>}
      <p>
        {seatsText(seats)}
        {to !== null && ` hasta ${to}`}
      </p>
      {name === null && <p>Reservó después de tu última lista; el tiquete es auténtico.</p>}
      {paymentMode === 'directo' && price !== null && <p>Te paga {pesos(price)} ahora.</p>}
      {result.offline && <p>Sin conexión: lo enviamos cuando haya red.</p>}
    </div>
  )
}
