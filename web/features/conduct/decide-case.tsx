import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseOutcome, ConductCase } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN, SUSPENSION_DAYS } from '#contract/limits.ts'
import { outcomeWords } from '#web/domain/conduct/conduct-words.ts'
import { api } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { effectOf } from './planned-effect.ts'

const days = SUSPENSION_DAYS.map((count) => ({ value: String(count), label: `${count} días` }))

/** An outcome, or a step before it: `pause` the account, or `hear` the person. */
type Act = CaseOutcome | 'pause' | 'hear'

/** Actions possible in the case now. A proposed expulsion can be confirmed or replaced. */
function actsFor({ subject, hearing, isPaused, proposal }: ConductCase): [Act, string][] {
  const isText = ['message', 'rating'].includes(subject.kind)
  const before: [Act, string][] = [
    ...(hearing ? [] : ([['hear', 'Pedir su versión']] as [Act, string][])),
    ...(isPaused ? [] : ([['pause', 'Pausar ya y pedir su versión']] as [Act, string][])),
  ]
  const outcomes = Object.entries(outcomeWords) as [CaseOutcome, string][]
  const after = outcomes
    .filter(([outcome]) => outcome !== 'hidden' || isText)
    .filter(([outcome]) => outcome !== 'expulsion' || !proposal?.isMine)
    .map(([outcome, word]): [Act, string] => {
      if (outcome !== 'expulsion') return [outcome, word]
      return [outcome, proposal ? 'Confirmar la expulsión' : 'Proponer expulsión']
    })
  return [...before, ...after]
}

/** Form for the decision of a case; shows the effect of an action before it is taken. */
export function DecideCase({ item }: { item: ConductCase }) {
  const client = useQueryClient()
  const [act, setAct] = useState<Act | ''>('')
  const [length, setLength] = useState<number>(item.suggestion.days ?? SUSPENSION_DAYS[0])
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const isShort = note.trim().length < CONDUCT_TEXT_MIN
  const send = useMutation({
    mutationFn: () => sendAct(item.id, { act, length, note: note.trim() }),
    onSuccess: () => {
      toastDone(doneWord(act, item))
      setAct('')
      setNote('')
      setTried(false)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['conduct-cases'] }),
  })
  const submit = () => {
    setTried(true)
    if (act && !isShort) send.mutate()
  }
  const acts = actsFor(item)
  const options = acts.map(([value, label]) => ({ value, label }))
  const chosen = acts.find(([value]) => value === act)
  const effect = act && effectOf(act, item)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Suggested item={item} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Decisión"
          placeholder="Elige"
          options={options}
          value={act}
          onChange={(event) => setAct(event.target.value as Act | '')}
          error={tried && !act ? 'Elige qué hacer.' : null}
        />
        {act === 'suspension' && (
          <Select
            label="Duración"
            options={days}
            value={String(length)}
            onChange={(event) => setLength(Number(event.target.value))}
          />
        )}
      </div>
      {effect && (
        <Banner tone={act === 'nothing' || act === 'hear' ? 'info' : 'warn'} live="status">
          {effect}
        </Banner>
      )}
      <TextArea
        label="Motivo"
        hint={act === 'nothing' ? 'Queda en el registro.' : 'La persona lo lee.'}
        rows={2}
        maxLength={CONDUCT_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={tried && isShort ? `Escribe al menos ${CONDUCT_TEXT_MIN} letras.` : null}
      />
      <ErrorBanner error={send.error} />
      <Button variant={lookOf(act)} pending={send.isPending} onClick={submit}>
        {chosen ? buttonWord(chosen) : 'Decidir'}
      </Button>
    </div>
  )
}

/** Label of the button. Labels of pausing, hearing and expelling name the action themselves. */
function buttonWord([act, word]: [Act, string]): string {
  const isOutcome = act !== 'pause' && act !== 'hear' && act !== 'expulsion'
  return isOutcome ? `Decidir: ${word.toLowerCase()}` : word
}

const lookOf = (act: Act | '') => (act === 'expulsion' || act === 'pause' ? 'danger' : 'primary')

function doneWord(act: Act | '', { proposal }: ConductCase): string {
  if (act === 'pause' || act === 'hear') return 'Le avisamos'
  return act === 'expulsion' && !proposal ? 'Falta la segunda firma' : 'Caso decidido'
}

function Suggested({ item: { suggestion } }: { item: ConductCase }) {
  return (
    <p className="text-sm text-muted">
      Si hubo una falta, las reglas dicen: {outcomeWords[suggestion.outcome].toLowerCase()}
      {suggestion.days !== null && ` de ${suggestion.days} días`}.
    </p>
  )
}

type Sent = { act: Act | ''; length: number; note: string }

async function sendAct(reportId: string, { act, length, note }: Sent): Promise<unknown> {
  const params = { reportId }
  if (act === '') return undefined
  if (act === 'pause' || act === 'hear') {
    return await api.conduct.hear({ params, body: { note, pause: act === 'pause' } })
  }
  const days = SUSPENSION_DAYS.find((count) => count === length)
  const body = { outcome: act, note, ...(act === 'suspension' && days ? { days } : {}) }
  return await api.conduct.decide({ params, body })
}
