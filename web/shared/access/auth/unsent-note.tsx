import { useEffect, useState } from 'react'
import { before, sentence } from '#web/lib/format.ts'
import { unsentUntil } from '#web/stored/unsent-since.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says that something waits here for the login of its owner, and until when. */
export function UnsentNote() {
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (unsentUntil() === null) return
    import('#web/stored/unsent.ts')
      .then((it) => it.hasUnsent())
      .then(setWaits)
      .catch(() => undefined)
  }, [])
  const until = unsentUntil()
  if (!waits || until === null) return null
  return (
    <Banner tone="warn">
      Aquí queda algo sin enviar. {sentence(`Sale cuando entres de nuevo, ${before(until)}`)} Si
      entra otra persona, se borra.
    </Banner>
  )
}
