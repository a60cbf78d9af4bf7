import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { useGuarded, useStepUp } from '#web/shared/access/auth/step-up.tsx'
import { PhoneCode, usePhoneCode } from '#web/shared/users/phone-code.tsx'
import { nationalPhone, phoneProblem } from '#web/shared/users/phone-number.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Phone number, which is proved by a code. A proved number changes only after a step-up. */
export function PhoneCard({ user }: { user: SessionUser }) {
  const phone = user.profile.phone_number
  const isProved = user.phone_proof === 'proved'
  /** The number being replaced. Once the account has another number, the change is done. */
  const [changing, setChanging] = useState<string | null>(null)
  const shows = isProved && changing !== phone
  return (
    <CardSection title="Celular" aside={isProved && <StatusPill tone="ok">Confirmado</StatusPill>}>
      {shows ? (
        <Proved phone={phone ?? ''} onChange={() => setChanging(phone)} />
      ) : (
        // A new form for each number: the code for the previous number is useless.
        <Prove key={phone} phone={phone} />
      )}
    </CardSection>
  )
}

function Proved({ phone, onChange }: { phone: string; onChange: () => void }) {
  const { reload } = useAuth()
  const { run, refused, dialog } = useGuarded()
  const remove = async () => {
    await api.phones.remove({})
    await reload()
  }
  return (
    <div className="grid gap-4">
      <ErrorBanner error={refused} />
      <p>
        <strong className="tnum">{nationalPhone(phone)}</strong>
        <span className="block text-sm text-muted">
          Solo lo ve la persona con quien viajas, el día del viaje.
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onChange}>
          Cambiar celular
        </Button>
        <Button variant="ghost" onClick={() => void run(remove)}>
          Borrarlo
        </Button>
      </div>
      {dialog}
    </div>
  )
}

function Prove({ phone }: { phone: string | null }) {
  const stepUp = useStepUp()
  const proof = usePhoneCode()
  const [text, setText] = useState(nationalPhone(phone ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? error.fields?.phone_number : undefined
    setProblem(field ?? messageOf(error))
  }
  const submit = async () => {
    const wrong = text.trim() ? phoneProblem(text) : 'Escribe tu celular.'
    setProblem(wrong)
    if (wrong || sending) return
    setSending(true)
    await stepUp.guard(() => proof.send(text), refuse)
    setSending(false)
  }
  const { sent, ...typing } = proof
  if (sent) return <PhoneCode sent={sent} {...typing} />
  return (
    <Form aria-label="Celular" onSend={submit}>
      <TextField
        label="Celular"
        hint="Te enviamos un código. Solo lo ve la persona con quien viajas, el día del viaje."
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        prefix="+57"
        value={text}
        error={problem ?? undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        pending={sending}
        pendingText="Enviando…"
        className="sm:justify-self-start"
      >
        Enviarme un código
      </Button>
      {stepUp.dialog}
    </Form>
  )
}
