import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bareText } from '#contract/typed-text.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { sixDigits } from '../second-factor/code-form.tsx'

type Action = () => Promise<void>

/** Proof of identity: the password, or a code sent by mail. */
type Way = { by: 'password' } | { by: 'code'; sent: string }

/** `guard` runs the action; if the server requires proof of identity, asks and retries. */
export function useStepUp() {
  const [asked, setAsked] = useState<{ again: Action; way: Way } | null>(null)
  const guard = async (action: Action, onError: (error: unknown) => void): Promise<void> => {
    try {
      await action()
    } catch (error) {
      if (!hasCode(error, 'step_up_required')) return onError(error)
      const again = () => action().catch(onError)
      await chooseWay().then((way) => setAsked({ again, way }), onError)
    }
  }
  const close = () => setAsked(null)
  const dialog = asked && (
    <StepUpDialog
      way={asked.way}
      onClose={close}
      onProved={async () => {
        close()
        await asked.again()
      }}
    />
  )
  return { guard, dialog }
}

/**
 * `run` runs an action that can need proof of identity. `refused` says why the last one failed, and
 * `dialog` stands outside of every form, because it has its own.
 */
export function useGuarded(wordsOf: (error: unknown) => string = messageOf) {
  const { guard, dialog } = useStepUp()
  const [refused, setRefused] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const run = async (action: Action) => {
    setRefused(null)
    setPending(true)
    await guard(action, (error) => setRefused(wordsOf(error)))
    setPending(false)
  }
  return { run, refused, pending, dialog }
}

/** Mails a code to an account without a password; the server refuses this to other accounts. */
async function chooseWay(): Promise<Way> {
  try {
    return { by: 'code', sent: (await api.auth.stepUpCode({ body: {} })).message }
  } catch (error) {
    if (hasCode(error, 'step_up_password')) return { by: 'password' }
    throw error
  }
}

type StepUpDialogProps = { way: Way; onClose: () => void; onProved: () => Promise<void> }

function StepUpDialog({ way, onClose, onProved }: StepUpDialogProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<{ proof: string }>()
  const submit = handleSubmit(async ({ proof }) => {
    setRefused(null)
    try {
      const body = way.by === 'code' ? { code: bareText(proof) } : { password: proof }
      await api.auth.stepUp({ body })
    } catch (error) {
      return setRefused(messageOf(error))
    }
    await onProved()
  })
  const error = formState.errors.proof?.message
  return (
    <Dialog open onClose={onClose} title="Confirma que eres tú">
      <form noValidate onSubmit={submit} className="grid gap-4">
        {way.by === 'code' && <p>{way.sent}</p>}
        <ErrorBanner error={refused} />
        {way.by === 'code' ? (
          <TextField
            label="Código de 6 números"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={error}
            {...register('proof', {
              required: 'Escribe el código del correo.',
              validate: sixDigits,
            })}
          />
        ) : (
          <PasswordField
            label="Tu contraseña"
            autoComplete="current-password"
            error={error}
            {...register('proof', { required: 'Escribe tu contraseña.' })}
          />
        )}
        <Button type="submit" pending={formState.isSubmitting}>
          Confirmar
        </Button>
      </form>
    </Dialog>
  )
}
