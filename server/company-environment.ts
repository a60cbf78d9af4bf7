import { z } from 'zod'
import { BRAND_VALUE } from '#contract/brand.ts'

const words = z.string().trim().regex(BRAND_VALUE).optional()
const mail = z.email().optional()
const link = z
  .url({ protocol: /^https$/ })
  .regex(BRAND_VALUE)
  .optional()
const origin = link.refine((url) => url === undefined || new URL(url).origin === url)

/** `BRAND_…`: data of the company that the pages show; contract/brand.ts has the defaults. */
export const company = {
  BRAND_NAME: words.describe('name of the service; else `Cupo`'),
  BRAND_LEGAL_NAME: words.describe('as the company signs contracts; else `Cupo`'),
  BRAND_ORIGIN: origin.describe('where search engines find the site, such as `https://cupo.co`'),
  BRAND_LAT_ORIGIN: origin.describe('the same site on the .lat domain'),
  BRAND_DEVELOPMENT_HOST: words.describe('visits to this host are sent to BRAND_ORIGIN'),
  BRAND_PHONE: words.describe('as people read it, such as `+57 602 555 0199`'),
  BRAND_ADDRESS: words.describe('street and number of the office'),
  BRAND_CITY: words.describe('of the office; else `Cali`'),
  BRAND_REGION: words.describe('department of the office; else `Valle del Cauca`'),
  BRAND_SUPPORT_MAIL: mail.describe('who helps people with their account, trips and money'),
  BRAND_INFO_MAIL: mail.describe('general questions'),
  BRAND_MARKETING_MAIL: mail.describe('alliances and press'),
  BRAND_MANAGEMENT_MAIL: mail.describe('the management'),
  BRAND_PRIVACY_MAIL: mail.describe('who answers for personal data'),
  BRAND_APP_STORE: link.describe('the iOS app; else a search in the store'),
  BRAND_GOOGLE_PLAY: link.describe('the Android app; else a search in the store'),
  BRAND_INSTAGRAM: link.describe('else a search'),
  BRAND_FACEBOOK: link.describe('else a search'),
}
