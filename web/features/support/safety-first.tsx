import { SAFETY_ANSWER_HOURS } from '#contract/support-limits.ts'
import { brand } from '#web/lib/brand.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Tells a person who may be in danger to call first. */
export function SafetyFirst({ isPromised = true }: { isPromised?: boolean }) {
  return (
    <Banner tone="warn" title="Si hay peligro ahora, llama al 123">
      Nuestra línea{' '}
      <a href={brand.phone_link} className="font-semibold underline">
        {brand.phone}
      </a>{' '}
      atiende a toda hora.
      {isPromised && ` Lo que escribas aquí lo respondemos en máximo ${SAFETY_ANSWER_HOURS} horas.`}
    </Banner>
  )
}
