import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { REWARD_PER_PERSON_MAX, REWARD_POINTS_MAX } from '#contract/reward-limits.ts'
import type { RewardKind } from '#contract/rewards.ts'
import { api } from '#web/lib/api.ts'
import { today } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { kindWords } from './reward-words.ts'

type Fields = {
  kind: RewardKind
  title: string
  description: string
  partner: string
  points: string
  perPerson: string
  goldOnly: boolean
  validFrom: string
  validUntil: string
}

const empty = (): Fields => ({
  kind: 'event_discount',
  title: '',
  description: '',
  partner: '',
  points: '',
  perPerson: '1',
  goldOnly: false,
  validFrom: today(),
  validUntil: '',
})

const needed = (what: string) => ({
  validate: (value: string) => value.trim() !== '' || `Escribe ${what}.`,
})
const whole = (max: number) => ({
  validate: (value: string) =>
    (/^\d+$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= max) ||
    'Escribe un número entero mayor que cero.',
})

const options = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

/** Adds a reward; people see it once it has codes. */
export function NewReward() {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Agregar recompensa
      </Button>
    )
  }
  return (
    <CardSection title="Nueva recompensa">
      <RewardForm onClose={() => setOpen(false)} />
    </CardSection>
  )
}

function useCreate(onClose: () => void) {
  const queries = useQueryClient()
  const [idempotencyKey] = useState(newIdempotencyKey)
  return useMutation({
    mutationFn: ({ points, perPerson, ...fields }: Fields) =>
      api.rewards.create({
        body: { ...fields, points: Number(points), perPerson: Number(perPerson) },
        idempotencyKey,
      }),
    onSuccess: () => {
      toastDone('Recompensa agregada. Carga sus códigos.')
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['managed-rewards'] }),
  })
}

function RewardForm({ onClose }: { onClose: () => void }) {
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: empty() })
  const create = useCreate(onClose)
  const { errors } = form.formState
  const text = (name: 'title' | 'partner', label: string, what: string) => (
    <TextField
      label={label}
      maxLength={80}
      {...form.register(name, needed(what))}
      error={errors[name]?.message}
    />
  )
  const count = (name: 'points' | 'perPerson', label: string, max: number) => (
    <TextField
      label={label}
      inputMode="numeric"
      {...form.register(name, whole(max))}
      error={errors[name]?.message}
    />
  )
  const day = (name: 'validFrom' | 'validUntil', label: string) => (
    <TextField
      label={label}
      type="date"
      {...form.register(name, needed('la fecha'))}
      error={errors[name]?.message}
    />
  )
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((fields) => create.mutate(fields))}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <ErrorBanner error={create.error} />
      <Select label="Tipo" options={options} {...form.register('kind')} />
      {text('title', 'Título', 'un título')}
      {text('partner', 'Aliado', 'quién la da')}
      <TextArea
        label="Qué da y cómo se usa"
        maxLength={600}
        {...form.register('description', needed('qué da'))}
        error={errors.description?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {count('points', 'Puntos que vale', REWARD_POINTS_MAX)}
        {count('perPerson', 'Veces por persona', REWARD_PER_PERSON_MAX)}
        {day('validFrom', 'Desde')}
        {day('validUntil', 'Hasta')}
      </div>
      <Checkbox label="Solo para tarjeta Gold" {...form.register('goldOnly')} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose} disabled={create.isPending}>
          Cancelar
        </Button>
        <Button type="submit" pending={create.isPending} pendingText="Guardando…">
          Agregar al catálogo
        </Button>
      </div>
    </form>
  )
}
