import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeskPerson, RevealField } from '#contract/back-office-people.ts'
import { wordOf } from '#contract/desk-words.ts'
import { REVEAL_REASON_MAX, REVEAL_REASON_MIN, REVEALED_SECONDS } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

const fieldWords: Record<RevealField, string> = {
  email: 'Correo',
  phone: 'Celular',
  identification: 'Documento',
}

/** Masked data of a person; each value can be revealed for a minute. */
export function RevealData({ person }: { person: DeskPerson }) {
  const [asking, setAsking] = useState<RevealField | null>(null)
  const [shown, setShown] = useState<{ field: RevealField; value: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), REVEALED_SECONDS * 1_000)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        {fieldsOf(person).map(({ field, masked, note }) => (
          <div key={field} className="grid min-w-0 content-start gap-1">
            <dt className="text-sm text-muted">{fieldWords[field]}</dt>
            <dd className="tnum font-semibold wrap-anywhere" aria-live="polite">
              {shown?.field === field ? shown.value : (masked ?? 'No lo dio')}
            </dd>
            {note && <dd className="text-sm text-muted">{note}</dd>}
            {shown?.field === field && (
              <dd className="text-sm text-muted">Se oculta en un minuto.</dd>
            )}
            {masked && person.can.reveal && shown?.field !== field && (
              <dd>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Ver completo: ${fieldWords[field]}`}
                  onClick={() => setAsking(field)}
                >
                  Ver completo
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {asking && (
        <AskReveal
          person={person}
          field={asking}
          onClose={() => setAsking(null)}
          onShown={(value) => {
            setShown({ field: asking, value })
            setAsking(null)
          }}
        />
      )}
    </>
  )
}

function fieldsOf(person: DeskPerson) {
  const { identification: paper, emailConfirmedAt, phoneProvedAt } = person
  const proved = (at: string | null) => (at ? `Confirmado el ${dateShort(at)}` : 'Sin confirmar')
  return [
    { field: 'email', masked: person.email, note: proved(emailConfirmedAt) },
    { field: 'phone', masked: person.phone, note: person.phone && proved(phoneProvedAt) },
    { field: 'identification', masked: paper && `${paper.type} ${paper.masked}`, note: null },
  ] as const
}

type AskRevealProps = {
  person: DeskPerson
  field: RevealField
  onClose: () => void
  onShown: (value: string) => void
}

/** Asks for a reason before revealing masked data. */
function AskReveal({ person, field, onClose, onShown }: AskRevealProps) {
  const [about, setAbout] = useState('')
  const { note, field: reason, attempt } = useNote(REVEAL_REASON_MIN)
  const reveal = useMutation({
    mutationFn: () =>
      api.backOffice.revealDatum({
        params: { userId: person.id },
        body: { field, why: whyOf(about, note) },
      }),
    // The revealed value is not cached: it exists only while it is shown.
    gcTime: 0,
    onSuccess: ({ value }) => onShown(value),
  })
  const submit = () => (about === '' ? attempt(reveal.mutate) : reveal.mutate())
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Ver ${fieldWords[field].toLowerCase()} completo`}
      footer={
        <Button pending={reveal.isPending} onClick={submit}>
          Ver por un minuto
        </Button>
      }
    >
      <p>Queda en la auditoría con tu nombre. La persona lee el motivo en la copia de sus datos.</p>
      {subjectsOf(person).length > 0 && (
        <Select
          label="Para qué caso"
          placeholder="Otro motivo"
          value={about}
          onChange={(event) => setAbout(event.target.value)}
          options={subjectsOf(person)}
        />
      )}
      {about === '' && (
        <TextArea label="Motivo" rows={2} maxLength={REVEAL_REASON_MAX} {...reason} />
      )}
      <ErrorBanner error={reveal.error} />
    </Dialog>
  )
}

/** Tickets and reports of this person, offered as the reason for revealing data. */
function subjectsOf({ tickets, cases }: DeskPerson) {
  return [
    ...tickets.items.map(({ id, kind, lastAt }) => ({
      value: `ticket ${id}`,
      label: `Soporte: ${wordOf(kind)}, ${dateShort(lastAt)}`,
    })),
    ...cases.items.map(({ id, reason, createdAt }) => ({
      value: `case ${id}`,
      label: `Reporte: ${reasonOf(reason)}, ${dateShort(createdAt)}`,
    })),
  ]
}

function whyOf(about: string, reason: string) {
  const [kind, id = ''] = about.split(' ')
  if (kind === 'ticket') return { ticketId: id }
  return kind === 'case' ? { caseId: id } : { reason }
}
