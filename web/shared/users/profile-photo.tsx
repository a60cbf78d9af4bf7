import { useMutation } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { consentTexts } from '#contract/consent-texts.ts'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { PHOTO_TYPES, photoProblem } from '#web/ui/photo-choice.ts'
import { useAuth } from '../access/auth/session.tsx'

/** What the person agrees to by sending a profile photo. */
export const PHOTO_CONSENT =
  consentTexts.findLast(({ purpose }) => purpose === 'profile_photo')?.text ?? ''

/** Sends the photo with its consent; screens that show it, or what it allows, are read again. */
export function useSetPhoto(onSet: () => void) {
  const { reload } = useAuth()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (file: File) => api.users.uploadPhoto({ body: { consent: 'aceptado' }, file }),
    onSuccess: async () => {
      await Promise.all([reload(), refetch(queryKeys.documents(), queryKeys.vehicles())])
      onSet()
    },
  })
}

type PhotoButtonProps = {
  onSet: () => void
  variant?: 'primary' | 'secondary'
  size?: 'md' | 'sm'
  children: ReactNode
}

/** Chooses and sends the profile photo in one tap, below the words that the person agrees to. */
export function PhotoButton({
  onSet,
  variant = 'primary',
  size = 'md',
  children,
}: PhotoButtonProps) {
  const id = useId()
  const save = useSetPhoto(onSet)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (!file) return
    const found = photoProblem(file, { maxBytes: PHOTO_MAX_BYTES })
    setProblem(found)
    if (!found) save.mutate(file)
  }
  const message = problem ?? (save.error && messageOf(save.error))
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{PHOTO_CONSENT}</p>
      <label
        className={buttonClass(
          variant,
          size,
          'relative cursor-pointer justify-self-start has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-offset-2 has-focus-visible:outline-bosque',
        )}
      >
        <Camera className="size-5" />
        {save.isPending ? 'Guardando tu foto…' : children}
        <input
          type="file"
          accept={PHOTO_TYPES}
          disabled={save.isPending}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = '' // Else the same file cannot be chosen twice.
          }}
          className="over"
        />
      </label>
      <FieldError id={`${id}-error`}>{message}</FieldError>
    </div>
  )
}
