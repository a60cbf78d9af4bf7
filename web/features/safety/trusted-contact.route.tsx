import { useState } from 'react'
import type { TrustedContact } from '#contract/safety.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dateShort, phone as phoneText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { nationalPhone } from '#web/shared/users/phone-number.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'

export const meta = unlisted('Contacto de confianza')

const queryKey = ['trusted-contact']

/** The person's trusted contact, who is told how the person travels. */
export default function TrustedContactScreen() {
  const query = useRead(queryKey, (signal) => api.safety.showContact({ signal }))
  return (
    <Page
      title="Contacto de confianza"
      lead="Alguien que sepa cuándo subes al carro y cuándo llegas."
      back={{ to: paths.profile('seguridad'), label: 'Seguridad' }}
    >
      <QueryState query={query} what="tu contacto" rows={1} rowClass="h-64" />
      {query.data &&
        (query.data.contact ? <Known contact={query.data.contact} /> : <Name contact={null} />)}
    </Page>
  )
}

function useSave() {
  return useAct(
    (body: { name: string; phone: string | null; email: string | null; tells: boolean }) =>
      api.safety.saveContact({ body }),
    { shows: queryKey },
  )
}

function Known({ contact }: { contact: TrustedContact }) {
  const [changing, setChanging] = useState(false)
  const save = useSave()
  const { name, phone, email, status, tells, invitedAt } = contact
  if (changing) return <Name contact={contact} onDone={() => setChanging(false)} />
  return (
    <CardSection
      title={name}
      aside={
        status === 'agreed' ? (
          <StatusPill tone="ok">Aceptó</StatusPill>
        ) : (
          <StatusPill tone="warn">Falta su respuesta</StatusPill>
        )
      }
      className="grid gap-4"
    >
      <p className="wrap-anywhere">
        {[phone && phoneText(phone), email].filter(Boolean).join(' · ')}
      </p>
      <p className="text-muted">
        {status === 'agreed'
          ? 'Le escribimos cuando subes al carro y cuando el conductor registra la llegada.'
          : `Le preguntamos el ${dateShort(invitedAt)}. Hasta que acepte no le contamos nada.`}
      </p>
      <Switch
        label="Avisarle de mis viajes"
        hint="Si pides ayuda en una emergencia puedes avisarle igual."
        checked={save.isPending ? save.variables.tells : tells}
        pending={save.isPending}
        onChange={(event) => save.mutate({ name, phone, email, tells: event.target.checked })}
      />
      <ErrorBanner error={save.error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Cambiar
        </Button>
        <Remove name={name} />
      </div>
    </CardSection>
  )
}

function Remove({ name }: { name: string }) {
  const [asked, setAsked] = useState(false)
  const remove = useAct(() => api.safety.removeContact(), { shows: queryKey })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsked(true)}>
        Quitar contacto
      </Button>
      {asked && (
        <ConfirmDialog
          open
          title={`¿Quitar a ${name}?`}
          confirm="Quitar contacto"
          keep="Conservar"
          run={remove}
          onKeep={() => setAsked(false)}
        >
          <p>No le escribiremos más. Si vuelves a ponerlo, le preguntamos de nuevo.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Name({ contact, onDone }: { contact: TrustedContact | null; onDone?: () => void }) {
  const save = useSave()
  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    const text = (key: string) => String(typed.get(key) ?? '').trim()
    const [phone, email] = [text('phone') || null, text('email') || null]
    const given = { name: text('name'), phone, email, tells: contact?.tells ?? true }
    return save.mutateAsync(given).then(onDone, () => undefined)
  }
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <CardSection title={contact ? 'Cambiar contacto' : 'Elige a alguien'}>
      <Form onSend={submit}>
        <p className="text-muted">
          Primero le preguntamos. Si no acepta, no le escribimos más por ti.
        </p>
        <TextField
          label="Nombre"
          name="name"
          defaultValue={contact?.name ?? ''}
          maxLength={60}
          error={fields.name}
          required
        />
        <TextField
          label="Celular"
          name="phone"
          type="tel"
          prefix="+57"
          defaultValue={nationalPhone(contact?.phone ?? '')}
          error={fields.phone}
          optional
        />
        <EmailField
          label="Correo"
          name="email"
          autoComplete="off"
          defaultValue={contact?.email ?? ''}
          error={fields.email ? 'Revisa el correo.' : undefined}
          optional
        />
        <ErrorBanner error={save.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={save.isPending}>
            Guardar y preguntarle
          </Button>
          {onDone && (
            <Button variant="ghost" onClick={onDone}>
              Conservar el de antes
            </Button>
          )}
        </div>
      </Form>
    </CardSection>
  )
}
