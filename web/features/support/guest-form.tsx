import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { nameProblem } from '#contract/person-names.ts'
import {
  CONFIRM_DAYS,
  GUEST_NAME_MAX,
  TICKET_TEXT_MAX,
  TICKET_TEXT_MIN,
} from '#contract/support-limits.ts'
import type { About, TicketKind } from '#contract/support-tickets.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { emailForm } from '#web/shared/users/profile-rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useKeptText } from '#web/ui/use-note.ts'
import { SafetyFirst } from './safety-first.tsx'
import { SubjectCard } from './subject-card.tsx'
import { supportKeys } from './support-keys.ts'
import { kindOptions } from './support-words.ts'

type Draft = { name: string; email: string; kind: TicketKind | ''; text: string; website: string }

type GuestFormProps = {
  initialText: string
  /** Id of the trip from whose page the visitor comes; null if there is none. */
  tripId: string | null
}

/** Form to write without a session. The team gets the message when the mailed link is confirmed. */
export function GuestForm({ initialText, tripId }: GuestFormProps) {
  const [id] = useState(newIdempotencyKey)
  const trip = useTrip(tripId)
  const kind = tripId ? 'booking' : ''
  const [text, keepText] = useKeptText('text', initialText)
  const blank: Draft = { name: '', email: '', kind, text, website: '' }
  const form = useForm<Draft>({ defaultValues: blank })
  const { errors } = form.formState
  const send = useAct(
    ({ kind, ...draft }: Draft) =>
      // A trip that cannot be shown is left out: the visitor can still write.
      api.support.ask({
        body: { ...draft, id, kind: kind || 'other', tripId: trip.data?.id ?? null },
      }),
    { onDone: () => keepText('') },
  )
  if (send.isSuccess) return <Asked email={form.getValues('email')} />
  return (
    <Page title="Escríbenos" lead="Te responde una persona, a tu correo.">
      <p className="text-muted">
        ¿Tienes cuenta? <Link to={paths.login(signedIn(tripId))}>Inicia sesión</Link> y agrega tu
        viaje o tu recarga.
      </p>
      {trip.isLoading && <Skeleton className="h-28 w-full" />}
      {trip.data && <SubjectCard subject={trip.data} />}
      {trip.isError && <Banner tone="warn">No encontramos ese viaje: cuéntanos cuál es.</Banner>}
      <form
        noValidate
        onSubmit={form.handleSubmit((draft) => send.mutate(draft))}
        className="grid gap-4"
      >
        <WhoWrites form={form} />
        <Select
          label="¿Sobre qué es?"
          placeholder="Elige un tema"
          options={kindOptions}
          error={errors.kind?.message ?? null}
          {...form.register('kind', { required: 'Elige un tema.' })}
        />
        {form.watch('kind') === 'safety' && <SafetyFirst />}
        <TextArea
          label="Cuéntanos qué pasó"
          rows={5}
          maxLength={TICKET_TEXT_MAX}
          error={errors.text?.message ?? null}
          {...form.register('text', {
            onChange: (event: { target: { value: string } }) => keepText(event.target.value),
            validate: (text) =>
              text.trim().length >= TICKET_TEXT_MIN ||
              `Escribe al menos ${TICKET_TEXT_MIN} letras.`,
          })}
        />
        <p className="text-sm text-muted">Podrás agregar una foto cuando confirmes tu correo.</p>
        {/* Honeypot for spam programs, which fill in every field. */}
        <div hidden>
          <label htmlFor="website">Sitio web</label>
          <input id="website" tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </div>
        <ErrorBanner error={send.error} />
        <Button type="submit" pending={send.isPending} pendingText="Enviando…">
          Enviar a soporte
        </Button>
      </form>
    </Page>
  )
}

function WhoWrites({ form }: { form: UseFormReturn<Draft> }) {
  const { errors } = form.formState
  return (
    <>
      <TextField
        label="Tu nombre"
        autoComplete="name"
        maxLength={GUEST_NAME_MAX}
        error={errors.name?.message ?? null}
        {...form.register('name', {
          required: 'Escribe tu nombre.',
          validate: (text) => nameProblem(text) ?? true,
        })}
      />
      <EmailField
        label="Tu correo"
        error={errors.email?.message ?? null}
        {...form.register('email', {
          required: 'Escribe tu correo.',
          validate: emailForm,
        })}
      />
    </>
  )
}

const signedIn = (tripId: string | null) =>
  tripId ? supportLinks.about('viaje', tripId) : supportLinks.mine()

/** Fetches the trip that the message is about, as far as a visitor may see it. */
function useTrip(tripId: string | null) {
  return useRead(
    supportKeys.about('trip', tripId ?? ''),
    async (signal): Promise<About> => {
      const { trip } = await api.trips.show({ params: { tripId: tripId ?? '' }, signal })
      const [first, last] = [trip.stops.at(0), trip.stops.at(-1)]
      return {
        kind: 'trip',
        id: trip.id,
        title: `${first?.name} → ${last?.name}`,
        facts: first ? [{ label: 'Sale', value: dateTime(first.at) }] : [],
      }
    },
    { enabled: tripId !== null, retry: false },
  )
}

function Asked({ email }: { email: string }) {
  return (
    <Page title="Falta un paso">
      <Banner tone="info" title="Revisa tu correo">
        <p className="wrap-anywhere">Te escribimos a {email}.</p>
        <p>Abre el enlace y confirma: entonces recibimos tu mensaje. Sirve {CONFIRM_DAYS} días.</p>
      </Banner>
      <p>
        Si no llega, mira en el correo no deseado o revisa la <Link to={paths.help()}>ayuda</Link>.
      </p>
    </Page>
  )
}
