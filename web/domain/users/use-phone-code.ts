import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { useAuth } from '../auth/session.tsx'
import { wholePhone } from './phone-number.ts'

type Channel = 'whatsapp' | 'sms'

/** A sent code, and the channels by which it can be sent again. */
export type SentCode = { phone: string; channel: Channel; channels: Channel[] }

const CODE_LENGTH = 6

/** Verifies a telephone number: sends a code, and confirms the code that the person types. */
export function usePhoneCode() {
  const { reload } = useAuth()
  const [sent, setSent] = useState<SentCode | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [checking, setChecking] = useState(false)

  /** Rejects with the API error, because the number is a field of the caller's form. */
  const send = async (text: string, channel?: Channel): Promise<void> => {
    const phone = wholePhone(text)
    const body = { phone_number: phone, ...(channel ? { channel } : {}) }
    const answer = await api.phones.requestCode({ body })
    setCode('')
    setProblem(null)
    setSent({ phone, channel: answer.channel, channels: answer.channels })
  }

  const again = async (channel: Channel): Promise<void> => {
    if (!sent) return
    await send(sent.phone, channel).catch((error: unknown) => setProblem(messageOf(error)))
  }

  /** Confirms automatically at the last digit, because telephones fill in the whole code. */
  const type = async (text: string): Promise<void> => {
    const digits = text.replace(/\D/g, '').slice(0, CODE_LENGTH)
    setCode(digits)
    setProblem(null)
    if (digits.length < CODE_LENGTH || checking) return
    setChecking(true)
    try {
      await api.phones.confirm({ body: { code: digits } })
      await reload()
    } catch (error) {
      setCode('')
      setProblem(messageOf(error))
    }
    setChecking(false)
  }

  return { sent, code, problem, checking, send, again, type, back: () => setSent(null) }
}
