import { LocateFixed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { SAFE_POINT_NAME_MAX } from '#contract/limits.ts'
import type { SafePointKind, SafePointView } from '#contract/safe-points.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, hasCode, messageOf } from '#web/lib/api-error.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { kindOptions } from './point-words.ts'
import { readPosition, writePosition } from './position.ts'

type Fields = {
  name: string
  kind: SafePointKind
  address: string
  hours: string
  position: string
}

const empty: Fields = { name: '', kind: 'mall', address: '', hours: '', position: '' }

const rules = {
  name: { required: 'Escribe el nombre del lugar.' },
  address: { required: 'Escribe la dirección o una referencia.' },
  position: {
    validate: (text: string) =>
      !text.trim() ||
      readPosition(text) !== null ||
      'Escribe latitud y longitud: 4.6546, -74.1166.',
  },
} as const

type ProposePointProps = {
  place: { id: string; name: string }
  onProposed: (point: SafePointView) => void
  onCancel: () => void
}

/** Form to propose a place. A moderator checks it before others see it. */
export function ProposePoint({ place, onProposed, onCancel }: ProposePointProps) {
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: empty })
  const propose = useAct(
    (body: Parameters<typeof api.safePoints.propose>[0]['body']) =>
      sendConfirmed('safe-point', body, (idempotencyKey) =>
        api.safePoints.propose({ body, idempotencyKey }),
      ),
    { refresh: [['safe-points']] },
  )
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const submit = form.handleSubmit(({ name, kind, address, hours, position }) => {
    const at = readPosition(position)
    const body = {
      placeId: place.id,
      name: name.trim(),
      kind,
      address: address.trim(),
      ...(hours.trim() ? { hours: hours.trim() } : {}),
      ...(at ? { position: at } : {}),
    }
    propose.mutate(body, {
      onSuccess: ({ point }) => onProposed(point),
      onError: (error) => showAtField(form, error),
    })
  })
  const { error } = propose
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && !hasCode(error, 'safe_point_far') && <Banner tone="err">{messageOf(error)}</Banner>}
      <TextField
        label="Nombre del lugar"
        maxLength={SAFE_POINT_NAME_MAX}
        {...form.register('name', rules.name)}
        error={errors.name?.message}
      />
      <Select label="Qué es" options={kindOptions} {...form.register('kind')} />
      <TextField
        label="Dirección o referencia"
        maxLength={160}
        {...form.register('address', rules.address)}
        error={errors.address?.message}
      />
      <TextField
        label="Horario"
        optional
        hint="Por ejemplo, 24 horas o 6 a. m. a 10 p. m."
        maxLength={80}
        {...form.register('hours')}
      />
      <Where form={form} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel} disabled={propose.isPending}>
          Ahora no
        </Button>
        <Button type="submit" pending={propose.isPending} pendingText="Enviando…">
          Proponer punto
        </Button>
      </div>
    </form>
  )
}

function showAtField(form: UseFormReturn<Fields>, error: Error): void {
  const known = error instanceof ApiError ? error.fields : {}
  const fields = hasCode(error, 'safe_point_far') ? { position: messageOf(error) } : known
  for (const [name, message] of Object.entries(fields)) {
    if (name in empty) form.setError(name as keyof Fields, { message }, { shouldFocus: true })
  }
}

/** Field for coordinates: pasted from a map, or those of this phone on request. */
function Where({ form }: { form: UseFormReturn<Fields> }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const locate = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const position = { lat: coords.latitude, lng: coords.longitude }
        form.setValue('position', writePosition(position), { shouldValidate: true })
        setState('idle')
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: 10_000 },
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextField
        label="Coordenadas"
        optional
        hint="Cópialas del mapa. Sin ellas, el punto queda como aproximado."
        inputMode="text"
        autoComplete="off"
        {...form.register('position', rules.position)}
        error={form.formState.errors.position?.message}
      />
      <Button
        variant="ghost"
        size="sm"
        onClick={locate}
        pending={state === 'asking'}
        pendingText="Buscando…"
        Icon={LocateFixed}
        className="justify-self-start"
      >
        Estoy ahí: usar mi ubicación
      </Button>
      <p role="status" className="text-sm text-muted">
        {state === 'failed' &&
          'No pudimos leer tu ubicación. Escribe las coordenadas o déjalas vacías.'}
      </p>
    </div>
  )
}
