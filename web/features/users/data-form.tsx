import { useState } from 'react'
import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { documentNames, RESTARTS } from '#contract/document-number.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { markNewUser } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { identificationTypes } from '#web/shared/users/profile-rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { focusFirstProblem } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import {
  hasPhoneCard,
  type ProfileFields,
  profileChange,
  profileFields,
  profileRules,
} from './profile-fields.ts'

/** Error codes that belong to one field; their sentence is shown beside the field. */
const fieldOfCode: Partial<Record<ApiError['code'], Path<ProfileFields>>> = {
  username_taken: 'username',
}

function useProfileForm(user: SessionUser) {
  const { reload } = useAuth()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<ProfileFields>({ mode: 'onTouched', values: profileFields(user) })
  const showRefusal = (error: unknown) => {
    const fields = error instanceof ApiError ? { ...error.fields } : {}
    const field = error instanceof ApiError ? fieldOfCode[error.code] : undefined
    if (field) fields[field] = messageOf(error)
    for (const [name, message] of Object.entries(fields)) {
      form.setError(name as Path<ProfileFields>, { message })
    }
    focusFirstProblem()
    if (Object.keys(fields).length === 0) setRefused(messageOf(error))
  }
  const submit = form.handleSubmit(async (fields) => {
    setRefused(null)
    try {
      await api.users.updateMe({ body: profileChange(user, fields) })
      markNewUser(false)
      await reload()
      toastDone('Guardamos tus datos.')
    } catch (error) {
      showRefusal(error)
    }
  })
  return { form, submit, refused }
}

/** Form for names, username, phone and identification. */
export function DataForm({ user }: { user: SessionUser }) {
  const { form, submit, refused } = useProfileForm(user)
  const { isSubmitting, isDirty } = form.formState
  return (
    <Card>
      <form aria-label="Tus datos" noValidate onSubmit={submit} className="grid gap-4">
        <ErrorBanner error={refused} />
        <NameFields user={user} form={form} />
        <Identification user={user} form={form} />
        <Button
          type="submit"
          pending={isSubmitting}
          pendingText="Guardando…"
          disabled={!isDirty}
          className="sm:justify-self-start"
        >
          Guardar mis datos
        </Button>
      </form>
    </Card>
  )
}

type PartProps = { user: SessionUser; form: UseFormReturn<ProfileFields> }

/** While it is saved a field takes no letters, which the saved values would replace. */
function fieldOf({ form }: Pick<PartProps, 'form'>, name: keyof typeof profileRules) {
  const { errors, isSubmitting: readOnly } = form.formState
  const error = errors[name]?.message
  return { readOnly, ...form.register(name, profileRules[name] as object), error }
}

function NameFields({ user, form }: PartProps) {
  const fixed = user.profile.verification
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Nombre"
          autoComplete="given-name"
          {...fieldOf({ form }, 'first_name')}
          {...(fixed && { readOnly: true })}
        />
        <TextField
          label="Apellido"
          autoComplete="family-name"
          {...fieldOf({ form }, 'last_name')}
          {...(fixed && { readOnly: true })}
        />
      </div>
      {fixed && (
        <p className="-mt-2 text-sm text-muted">
          Es el nombre de tus documentos verificados. Para corregirlo, escríbenos.
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Nombre de usuario"
          autoComplete="nickname"
          autoCapitalize="none"
          {...fieldOf({ form }, 'username')}
        />
        {!hasPhoneCard(user) && (
          <TextField
            label="Celular"
            inputMode="tel"
            autoComplete="tel-national"
            prefix="+57"
            {...fieldOf({ form }, 'phone_number')}
          />
        )}
      </div>
    </>
  )
}

/** The document number, and how to change it, which restarts the verification. */
function Identification({ user, form }: PartProps) {
  const { identification_type: type, identification_number: number, verification } = user.profile
  const [changing, setChanging] = useState(false)
  if (number !== null && !changing) {
    return (
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl>
          <dt className="font-semibold">Identificación</dt>
          <dd className="tnum">
            {documentNames[type ?? 'CC']} {number}
          </dd>
        </dl>
        <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
          Cambiar documento
        </Button>
      </div>
    )
  }
  return (
    <>
      {(verification || number !== null) && (
        <Banner tone="warn" live="off">
          {verification
            ? RESTARTS
            : 'Si ya subiste fotos de tu documento, tendrás que subirlas otra vez.'}
        </Banner>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Tipo de identificación"
          options={identificationTypes}
          {...form.register('identification_type')}
        />
        <TextField
          label="Número de identificación"
          autoComplete="off"
          {...fieldOf({ form }, 'identification_number')}
        />
      </div>
    </>
  )
}
