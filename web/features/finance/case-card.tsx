import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentCase } from '#contract/finance.ts'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { factsOf, isApplicable, wordsOf } from './case-words.ts'

/** What happened to a payment, what to do, and what was done. */
export function CaseCard({ item }: { item: PaymentCase }) {
  const { title, todo } = wordsOf(item.kind)
  const open = item.resolvedAt === null
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-xl">{title}</h2>
        <StatusPill tone={open ? 'urgent' : 'neutral'}>
          {open ? 'Por resolver' : 'Resuelto'}
        </StatusPill>
      </div>
      {open && <p className="text-muted">{todo}</p>}
      <dl className="grid gap-4 sm:grid-cols-2">
        {factsOf(item).map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tnum font-semibold break-words select-all">{value}</dd>
          </div>
        ))}
      </dl>
      {open ? (
        <Resolve caseId={item.id} canApply={isApplicable(item.kind)} />
      ) : (
        <Resolution item={item} />
      )}
    </Card>
  )
}

function Resolution({ item }: { item: PaymentCase }) {
  if (item.note === null) return <p className="text-muted">Se cerró solo.</p>
  return (
    <p className="break-words whitespace-pre-line text-muted">
      {item.resolvedBy}: {item.note}
    </p>
  )
}

/** A note closes the case; money moves only by applying what the gateway says. */
function Resolve({ caseId, canApply }: { caseId: string; canApply: boolean }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const tooShort = note.trim().length < CASE_NOTE_MIN
  const resolve = useMutation({
    mutationFn: async (how: 'apply' | 'close') => {
      const input = { params: { caseId }, body: { note: note.trim() } }
      if (how === 'apply') await api.reconciliation.apply(input)
      else await api.finance.resolveCase(input)
    },
    onSuccess: () => toastDone('Caso cerrado'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payment-cases'] }),
  })
  const submit = (how: 'apply' | 'close') => {
    setChecked(true)
    if (!tooShort) resolve.mutate(how)
  }
  const doing = (how: 'apply' | 'close') => resolve.isPending && resolve.variables === how
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextArea
        label="Qué se hizo"
        hint="Queda en el registro con tu nombre. Cerrar el caso no mueve dinero."
        rows={2}
        maxLength={CASE_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={checked && tooShort ? `Escribe al menos ${CASE_NOTE_MIN} letras.` : null}
      />
      {resolve.isError && <Banner tone="err">{messageOf(resolve.error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        {canApply && (
          <Button pending={doing('apply')} onClick={() => submit('apply')}>
            Aplicar lo que dice la pasarela
          </Button>
        )}
        <Button variant="secondary" pending={doing('close')} onClick={() => submit('close')}>
          Cerrar el caso
        </Button>
      </div>
    </div>
  )
}
