/** `BRAND_…` variables of a company with complete contacts; its name needs escaping in HTML. */
export const companyVariables = {
  BRAND_NAME: 'Cupo & Compañía',
  BRAND_ORIGIN: 'https://cupo.internal',
  BRAND_LAT_ORIGIN: 'https://cupo-lat.internal',
  BRAND_DEVELOPMENT_HOST: 'desarrollo.cupo.internal',
  BRAND_PHONE: '+57 602 485 0100',
  BRAND_ADDRESS: 'Calle 10 # 4-40',
  BRAND_SUPPORT_MAIL: 'soporte@cupo.internal',
  BRAND_INFO_MAIL: 'hola@cupo.internal',
  BRAND_MARKETING_MAIL: 'mercadeo@cupo.internal',
  BRAND_MANAGEMENT_MAIL: 'gerencia@cupo.internal',
  BRAND_PRIVACY_MAIL: 'datos@cupo.internal',
}
