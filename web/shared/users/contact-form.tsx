import { useState } from 'react'
import { nameProblem } from '#contract/person-names.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAuth } from '../access/auth/session.tsx'
import type { SessionUser } from '../access/auth/session-state.ts'
import { missingContact } from './missing-contact.ts'
import { PhoneCode, usePhoneCode } from './phone-code.tsx'
import { nationalPhone, phoneProblem, wholePhone } from './phone-number.ts'

type Given = { first_name: string; last_name: string; phone_number: string }
type Problems = Partial<Record<keyof Given, string>>

function useContact(user: SessionUser) {
  const { reload } = useAuth()
  const proof = usePhoneCode()
  const { first_name, last_name, phone_number } = user.profile
  const [given, setGiven] = useState<Given>({
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    phone_number: nationalPhone(phone_number ?? ''),
  })
  const [problems, setProblems] = useState<Problems>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const missing = missingContact(user)
  const proves = missing.includes('phone') && user.phone_proof === 'needed'
  const save = async () => {
    const found = problemsOf(given, missing)
    setProblems(found)
    setRefused(null)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      const body = bodyOf(given, proves ? missing.filter((what) => what !== 'phone') : missing)
      if (Object.keys(body).length > 0) await api.users.updateMe({ body })
      if (proves) await proof.send(given.phone_number)
      await reload()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined
      setProblems(fields ?? {})
      if (!fields || Object.keys(fields).length === 0) setRefused(messageOf(error))
    }
    setSaving(false)
  }
  const field = (name: keyof Given) => ({
    name,
    value: given[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) =>
      setGiven({ ...given, [name]: event.target.value }),
  })
  return { field, save, saving, refused, missing, proof, proves }
}

function problemsOf(given: Given, missing: readonly string[]): Problems {
  const found: Problems = {}
  if (missing.includes('name')) {
    const first = given.first_name.trim() ? nameProblem(given.first_name) : 'Escribe tu nombre.'
    const last = nameProblem(given.last_name)
    if (first) found.first_name = first
    if (last) found.last_name = last
  }
  if (missing.includes('phone')) {
    const problem = given.phone_number.trim()
      ? phoneProblem(given.phone_number)
      : 'Escribe tu celular.'
    if (problem) found.phone_number = problem
  }
  return found
}

/** Returns a request body with only the missing fields: a verified name must not be sent again. */
function bodyOf(given: Given, missing: readonly string[]) {
  const [first_name, last_name] = [given.first_name.trim(), given.last_name.trim()]
  return {
    ...(missing.includes('name') && { first_name, ...(last_name && { last_name }) }),
    ...(missing.includes('phone') && { phone_number: wholePhone(given.phone_number) }),
  }
}

/** Form that asks only for missing data: name, telephone, confirmed e-mail. */
export function ContactForm({ user }: { user: SessionUser }) {
  const { field, save, saving, refused, missing, proof, proves } = useContact(user)
  const asks = missing.some((what) => what !== 'email')
  const { sent, ...typing } = proof
  if (sent && proves) {
    return (
      <Card>
        <PhoneCode sent={sent} {...typing} />
      </Card>
    )
  }
  return (
    <Form onSend={() => !saving && save()} aria-label="Tus datos" className="grid gap-6">
      <ErrorBanner error={refused} />
      {asks && (
        <Card className="grid gap-4">
          {missing.includes('name') && (
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField label="Nombre" autoComplete="given-name" {...field('first_name')} />
              <TextField
                label="Apellido"
                optional
                autoComplete="family-name"
                {...field('last_name')}
              />
            </div>
          )}
          {missing.includes('phone') && (
            <TextField
              label="Celular"
              hint="Solo lo ve la persona con quien viajas, el día del viaje."
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              prefix="+57"
              {...field('phone_number')}
            />
          )}
        </Card>
      )}
      {missing.includes('email') && (
        <Banner tone="info" live="off" title="Falta confirmar tu correo">
          Escribe arriba el código que enviamos a{' '}
          <strong className="wrap-anywhere">{user.email}</strong>, o abre el enlace y vuelve aquí:
          lo que elegiste sigue como está.
        </Banner>
      )}
      <BottomBar
        action={
          <Button type="submit" pending={saving} pendingText="Guardando…">
            {proves ? 'Enviarme un código' : asks ? 'Guardar y seguir' : 'Ya lo confirmé'}
          </Button>
        }
      />
    </Form>
  )
}
