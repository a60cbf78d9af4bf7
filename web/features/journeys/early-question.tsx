import { useState } from 'react'
import type { RunSheet } from '#contract/journeys.ts'
import { duration } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { tooEarly } from './run-phase.ts'
import type { RunAction } from './use-run-sheet.ts'

type Asking = { sheet: RunSheet | undefined; now: () => Date; send: (action: RunAction) => void }

/** Asks the driver before an action is sent that comes too early to be true; also offline. */
export function useEarlyQuestion({ sheet, now, send }: Asking) {
  const [asked, setAsked] = useState<RunAction | null>(null)
  const earlyOf = (action: RunAction | null) => {
    if (!sheet || (action?.kind !== 'arrive' && action?.kind !== 'finish')) return null
    const stop = action.kind === 'arrive' ? action.stop : null
    return tooEarly(sheet, { kind: action.kind, stop }, now())
  }
  const early = earlyOf(asked)
  const question = (
    <ConfirmDialog
      open={early !== null}
      title={early && `Faltan ${duration(early.minutes)} para ${early.name}. ¿Ya llegaste?`}
      confirm="Ya llegué"
      keep="Todavía no"
      onKeep={() => setAsked(null)}
      onConfirm={() => {
        if (asked) send({ ...asked, isSure: true })
        setAsked(null)
      }}
    >
      Si llegaste, queda por confirmar: cuenta cuando lo confirme un pasajero o una posición, o a la
      hora prevista.
    </ConfirmDialog>
  )
  return { question, act: (next: RunAction) => (earlyOf(next) ? setAsked(next) : send(next)) }
}
