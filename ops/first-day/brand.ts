import { DOMAIN, SITE } from './names.ts'

/** What the web is built with: a company that has an address and people who answer. */
export const brandVariables: Record<string, string> = {
  VITE_BRAND_ORIGIN: SITE,
  VITE_BRAND_LAT_ORIGIN: 'https://viajescupo.lat',
  VITE_BRAND_DEVELOPMENT_HOST: `desarrollo.${DOMAIN}`,
  VITE_BRAND_PHONE: '+57 602 555 0199',
  VITE_BRAND_ADDRESS: 'Calle 5 # 38-25',
  VITE_BRAND_SUPPORT_MAIL: `soporte@${DOMAIN}`,
  VITE_BRAND_INFO_MAIL: `hola@${DOMAIN}`,
  VITE_BRAND_MARKETING_MAIL: `mercadeo@${DOMAIN}`,
  VITE_BRAND_MANAGEMENT_MAIL: `gerencia@${DOMAIN}`,
  VITE_BRAND_PRIVACY_MAIL: `datos@${DOMAIN}`,
}
