const client = require('@africa-health/client');
const schemas = require('@africa-health/client/schemas');
const { outcomes } = require('./outcomes.cjs');

outcomes(client, schemas).then((result) => console.log(JSON.stringify(result)));
