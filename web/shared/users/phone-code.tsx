import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAuth } from '../access/auth/session.tsx'
import { nationalPhone, wholePhone } from './phone-number.ts'

const names = { whatsapp: 'WhatsApp', sms: 'SMS' } as const

type PhoneCodeProps = Pick<
  ReturnType<typeof usePhoneCode>,
  'code' | 'problem' | 'checking' | 'again' | 'type' | 'back'
> & { sent: SentCode }

/** Field for the SMS or WhatsApp code, which is sent automatically at the sixth digit. */
export function PhoneCode(props: PhoneCodeProps) {
  const { sent, code, problem, checking, again, type, back } = props
  return (
    <div className="grid gap-4">
      <p role="status">
        Te enviamos un código por {names[sent.channel]} al{' '}
        <strong className="tnum">{nationalPhone(sent.phone)}</strong>.
      </p>
      <TextField
        label="Código de 6 números"
        hint="Vence en 10 minutos. No se lo des a nadie."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        error={problem ?? undefined}
        readOnly={checking}
        onChange={(event) => void type(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        {sent.channels.map((channel) => (
          <Button key={channel} variant="ghost" size="sm" onClick={() => void again(channel)}>
            {channel === sent.channel ? 'Enviarlo otra vez' : `Enviarlo por ${names[channel]}`}
          </Button>
        ))}
        <Button variant="ghost" size="sm" onClick={back}>
          Cambiar el número
        </Button>
      </div>
    </div>
  )
}

type Channel = 'whatsapp' | 'sms'

/** A sent code, and the channels by which it can be sent again. */
type SentCode = { phone: string; channel: Channel; channels: Channel[] }

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
