import { useState } from 'react'
import {
  ACTION_REASON_MAX,
  ACTION_REASON_MIN,
  DESK_MESSAGE_MAX,
  DESK_MESSAGE_MIN,
  DESK_NOTE_MAX,
} from '#contract/desk-action-limits.ts'
import type { DeskAction, DeskActionsView, DeskDone } from '#contract/desk-actions.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import {
  actionWords,
  audienceWords,
  creditCauses,
  lockWords,
  refundCauses,
  type Subject,
} from './action-words.ts'
import { type Draft, useDeskAct } from './use-actions.ts'

type ActionFormProps = {
  subject: Subject
  action: DeskAction
  view: DeskActionsView
  onClose: () => void
  onDone: (done: DeskDone) => void
}

/** Form of one action: what it does, its fields, and the reason for the audit. */
export function ActionForm({ subject, action, view, onClose, onDone }: ActionFormProps) {
  const words = actionWords[action]
  const [id] = useState(newIdempotencyKey)
  const [tried, setTried] = useState(false)
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ reason: '', text: '', cause: '', gatewayReference: '', pesos: null },
    to: view.recipients[0]?.to ?? 'person',
    lock: 'login',
    withdrawable: false,
  }))
  const act = useDeskAct(subject, onDone)
  const faults = faultsOf(action, draft, view)
  const fields: FieldsProps = {
    ...{ action, view, draft },
    faults: tried ? faults : {},
    change: (part) => setDraft({ ...draft, ...part }),
  }
  const submit = () => {
    setTried(true)
    if (Object.keys(faults).length === 0) act.mutate({ action, draft, id })
  }
  return (
    <Dialog
      open
      onClose={act.isPending ? () => {} : onClose}
      title={words.open(subject.kind)}
      footer={
        <Button
          variant={action === 'cancel' ? 'danger' : 'primary'}
          pending={act.isPending}
          onClick={submit}
        >
          {words.confirm}
        </Button>
      }
    >
      <p>{words.says(view, subject.kind)}</p>
      <Fields {...fields} />
      {action !== 'note' && (
        <TextArea
          label="Motivo"
          hint="Queda en la auditoría con tu nombre. La persona no lo lee."
          rows={2}
          maxLength={ACTION_REASON_MAX}
          value={draft.reason}
          onChange={(event) => fields.change({ reason: event.target.value })}
          error={fields.faults.reason}
        />
      )}
      <ErrorBanner error={act.error} />
    </Dialog>
  )
}

type Faults = Partial<Record<keyof Draft, string>>

const isShort = (text: string, min: number) => text.trim().length < min
const short = (min: number) => `Escribe al menos ${min} letras.`

/** Mistakes of the fields that the action reads. */
function faultsOf(action: DeskAction, draft: Draft, view: DeskActionsView): Faults {
  const faults: Faults = {}
  const writes = action === 'message' || action === 'note'
  if (writes && isShort(draft.text, DESK_MESSAGE_MIN)) faults.text = short(DESK_MESSAGE_MIN)
  if (action !== 'note' && isShort(draft.reason, ACTION_REASON_MIN)) {
    faults.reason = short(ACTION_REASON_MIN)
  }
  if (action !== 'credit' && action !== 'refund') return faults
  const most = action === 'credit' ? view.creditLeft : (view.refundLeft ?? 0)
  if (!draft.pesos) faults.pesos = 'Escribe el valor.'
  else if (draft.pesos > most) faults.pesos = 'Pasa lo que queda.'
  if (draft.cause === '') faults.cause = 'Elige una causa.'
  if (action === 'refund' && !/^[A-Za-z0-9_ -]{4,64}$/.test(draft.gatewayReference.trim())) {
    faults.gatewayReference = 'Cópiala del tablero: letras, números y guiones.'
  }
  return faults
}

type FieldsProps = {
  action: DeskAction
  view: DeskActionsView
  draft: Draft
  faults: Faults
  change: (part: Partial<Draft>) => void
}

function Fields(props: FieldsProps) {
  const { action, view, draft, change } = props
  switch (action) {
    case 'message':
      return <MessageFields {...props} />
    case 'note':
      return <Words {...props} label="Nota" max={DESK_NOTE_MAX} />
    case 'unlock':
      return (
        <Select
          label="Qué bloqueo"
          value={draft.lock}
          onChange={(event) => change({ lock: event.target.value as Draft['lock'] })}
          options={view.locks.map((value) => ({ value, label: lockWords[value] }))}
        />
      )
    case 'credit':
      return (
        <>
          <MoneyFields {...props} causes={creditCauses} />
          <Checkbox
            label="También lo puede retirar"
            hint="Sin marcar, solo sirve para viajar."
            checked={draft.withdrawable}
            onChange={(event) => change({ withdrawable: event.target.checked })}
          />
        </>
      )
    case 'refund':
      return (
        <>
          <MoneyFields {...props} causes={refundCauses} />
          <TextField
            label="Referencia en el tablero de la pasarela"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={draft.gatewayReference}
            onChange={(event) => change({ gatewayReference: event.target.value })}
            error={props.faults.gatewayReference}
          />
        </>
      )
    default:
      return null
  }
}

/** To whom, the text, and how it will look. */
function MessageFields(props: FieldsProps) {
  const { view, draft, change } = props
  const people = view.recipients.find(({ to }) => to === draft.to)?.people ?? []
  const names = people.map(({ name }) => name).join(', ')
  return (
    <>
      {view.recipients.length > 1 && (
        <Select
          label="A quién"
          value={draft.to}
          onChange={(event) => change({ to: event.target.value as Draft['to'] })}
          options={view.recipients.map(({ to, people: all }) => ({
            value: to,
            label: `${audienceWords[to]} · ${all.length}`,
          }))}
        />
      )}
      <p className="text-sm text-muted">Le llega a: {names}</p>
      <Words {...props} label="Mensaje" max={DESK_MESSAGE_MAX} />
      {draft.text.trim() !== '' && (
        <section aria-label="Así se verá" className="rounded-control border border-line p-4">
          <p className="font-semibold">El equipo de Cupo te escribió</p>
          <p className="wrap-anywhere whitespace-pre-line">{draft.text.trim()}</p>
        </section>
      )}
    </>
  )
}

function Words({
  draft,
  change,
  faults,
  label,
  max,
}: FieldsProps & { label: string; max: number }) {
  return (
    <TextArea
      label={label}
      rows={4}
      maxLength={max}
      value={draft.text}
      onChange={(event) => change({ text: event.target.value })}
      error={faults.text}
    />
  )
}

function MoneyFields(props: FieldsProps & { causes: Record<string, string> }) {
  const { draft, change, faults, causes } = props
  return (
    <>
      <PesoField
        label="Valor"
        value={draft.pesos}
        onChange={(pesos) => change({ pesos })}
        error={faults.pesos}
      />
      <Select
        label="Causa"
        placeholder="Elige una"
        value={draft.cause}
        onChange={(event) => change({ cause: event.target.value })}
        options={optionsOf(causes)}
        error={faults.cause}
      />
    </>
  )
}
