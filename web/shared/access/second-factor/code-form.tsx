import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bareText } from '#contract/typed-text.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type CodeFormProps = {
  send: (code: string) => Promise<void>
  button: string
  /** Asks for a recovery code of letters and digits instead of the app's six digits. */
  recovery?: boolean
  label?: string
  inLine?: boolean
}

/** Says that a typed text is no code of six digits; true when it is one. */
export const sixDigits = (typed: string) => /^\d{6}$/.test(bareText(typed)) || 'Son 6 números.'

/** Form for one code. A wrong code shows an error above the field, which keeps the focus. */
export function CodeForm({ send, button, recovery = false, label, inLine = false }: CodeFormProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const { register, handleSubmit, formState, setFocus, setValue } = useForm<{ code: string }>()
  const submit = handleSubmit(async ({ code }) => {
    setRefused(null)
    try {
      await send(recovery ? code.trim() : bareText(code))
    } catch (error) {
      setRefused(messageOf(error))
      setValue('code', '')
      setFocus('code')
    }
  })
  return (
    <form
      noValidate
      onSubmit={submit}
      className={inLine ? 'flex flex-wrap items-end gap-3 [&_[role=alert]]:w-full' : 'grid gap-4'}
    >
      <ErrorBanner error={refused} />
      <TextField
        label={label ?? (recovery ? 'Código de recuperación' : 'Código de 6 números')}
        {...(inLine && { className: 'min-w-30 max-w-44 flex-1' })}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        error={formState.errors.code?.message}
        {...register('code', {
          required: 'Escribe el código.',
          ...(!recovery && { validate: sixDigits }),
          ...(recovery && { minLength: { value: 8, message: 'Tiene 10 letras y números.' } }),
        })}
      />
      <Button type="submit" className="justify-self-start" pending={formState.isSubmitting}>
        {button}
      </Button>
    </form>
  )
}
