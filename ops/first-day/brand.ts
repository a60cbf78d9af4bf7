import { DOMAIN, SITE } from './names.ts'

/** Variables of a company with an address and contact people. */
export const brandVariables: Record<string, string> = {
  BRAND_ORIGIN: SITE,
  BRAND_LAT_ORIGIN: 'https://viajescupo.lat',
  BRAND_DEVELOPMENT_HOST: `desarrollo.${DOMAIN}`,
  BRAND_PHONE: '+57 602 555 0199',
  BRAND_ADDRESS: 'Calle 5 No. 38-25',
  BRAND_SUPPORT_MAIL: `soporte@${DOMAIN}`,
  BRAND_INFO_MAIL: `hola@${DOMAIN}`,
  BRAND_MARKETING_MAIL: `mercadeo@${DOMAIN}`,
  BRAND_MANAGEMENT_MAIL: `gerencia@${DOMAIN}`,
  BRAND_PRIVACY_MAIL: `datos@${DOMAIN}`,
}
