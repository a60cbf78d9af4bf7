import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { recoverAccount } from './account-calls.ts'
import { RECOVERY_NEEDS_EMAIL, recoveredMessage, recoveryMessage } from './auth-messages.ts'
import { rememberRecovery } from './recovery-memory.ts'

type Answer = { ok: boolean; message: string }

/** Requests the mailed link. The new password is valid once the link is opened in this browser. */
async function recover(email: string, password: string): Promise<Answer> {
  if (!email) return { ok: false, message: RECOVERY_NEEDS_EMAIL }
  try {
    const { message } = await recoverAccount({ email, password })
    rememberRecovery()
    return { ok: true, message: recoveredMessage(message) }
  } catch (error) {
    return { ok: false, message: recoveryMessage(error) }
  }
}

/** State of a recovery. `first`: the server's answer to a native submit before hydration. */
export function useRecovery(email: () => string, first: Answer | null = null) {
  const [answer, setAnswer] = useState(first)
  useEffect(() => {
    if (first?.ok) rememberRecovery()
  }, [first])
  const form = useForm<{ new_password: string }>()
  const submit = form.handleSubmit(async ({ new_password }) => {
    setAnswer(null)
    setAnswer(await recover(email().trim(), new_password))
  })
  return { answer, form, submit, email }
}
