import { Phone } from 'lucide-react'
import { useEffect } from 'react'
import type { IncidentCase } from '#contract/safety.ts'
import { ENTRY_MINUTES } from '#contract/safety-limits.ts'
import { phone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { chime } from '#web/shared/desk/back-office/alarm-sound.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { cx } from '#web/ui/cx.ts'

/** Somebody to call; `key` calls the first ones. `to`: their name in a note, such as `al 123`. */
export type Call = { key: string | null; to: string; detail: string; tel: string | null }

/** Whom to call: who asks, who drives and the 123, and the others of the trip. */
export function callsOf({ person, driver, others, isMine }: IncidentCase): Call[][] {
  const call = (key: string | null, who: typeof driver, role: string): Call => {
    const lacks = isMine ? 'sin celular' : 'toca «Lo tengo» para ver el número'
    const detail = `${role} · ${who.phone ? phone(who.phone) : lacks}`
    return { key, to: `a ${who.name}`, detail, tel: who.phone }
  }
  return [
    [
      call('1', person, person.isDriver ? 'conduce y pide ayuda' : 'pide ayuda'),
      ...(person.isDriver ? [] : [call('2', driver, 'conduce')]),
      { key: '3', to: 'al 123', detail: 'con el guion', tel: '123' },
    ],
    others.map((who, row) => {
      return call(row === 0 ? '4' : null, who, roles[who.where](who.from))
    }),
  ]
}

const roles = {
  waits: (from: string) => `sube en ${from}`,
  aboard: (from: string) => `a bordo desde ${from}`,
  left: () => 'ya se bajó',
} as const

type CallsProps = { calls: readonly Call[]; onCall: (call: Call) => void; className?: string }

/** Large buttons that call somebody; the first key stands out. */
export function Calls({ calls, onCall, className = 'md:grid-cols-3' }: CallsProps) {
  return (
    <div className={cx('grid gap-3', className)}>
      {calls.map((call) => {
        const isFirst = call.key === '1' && call.tel !== null
        return (
          // Without a number it is a link without an address, which nobody can press.
          <a
            key={call.to}
            href={call.tel === null ? undefined : `tel:${call.tel}`}
            onClick={call.tel === null ? undefined : () => onCall(call)}
            className={cx(
              'flex min-h-18 items-center gap-3 rounded-control border-2 px-4 py-2',
              isFirst ? 'border-alarm bg-alarm text-on-alarm' : 'bg-surface',
              call.tel === null ? 'border-dashed border-edge text-muted' : 'border-alarm',
            )}
          >
            <Phone className="size-7 shrink-0" />
            <span className="min-w-0 flex-1 leading-tight wrap-anywhere">
              <span className="block text-lg font-bold">Llamar {call.to}</span>
              <span className="tnum block text-sm">{call.detail}</span>
            </span>
            {call.key && <Key of={call.key} className={isFirst ? 'border-current' : undefined} />}
          </a>
        )
      })}
    </div>
  )
}

/** Asks who took an emergency for a first note, every 5 minutes until there is one. */
export function EntryClock({ incident: { kind, takenAt, notes } }: { incident: IncidentCase }) {
  const isAsked = kind === 'emergency' && takenAt !== null && !notes.some(({ at }) => at >= takenAt)
  const now = useNow(1_000, isAsked)
  const passed = Math.max(0, Math.floor((now - Date.parse(takenAt ?? '')) / 1_000))
  const asked = Math.floor(passed / (ENTRY_MINUTES * 60))
  useEffect(() => {
    if (isAsked && asked > 0) chime()
  }, [isAsked, asked])
  if (!isAsked) return null
  const left = ENTRY_MINUTES * 60 - passed
  return (
    <p
      role={asked > 0 ? 'alert' : undefined}
      className="tnum rounded-control border border-current px-3 py-1 text-sm leading-tight
        font-semibold"
    >
      {asked > 0 ? '¿Qué hiciste? Sin nota hace' : 'Primera nota en'}
      <span className="block text-lg leading-tight font-bold">
        {asked > 0
          ? `${asked * ENTRY_MINUTES} min`
          : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}
      </span>
    </p>
  )
}
