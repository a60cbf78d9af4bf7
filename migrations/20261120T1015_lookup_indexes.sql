-- Publishing looks for the other drives of a plate, whoever registered it; the sweep of files
-- without a document asks by the name of the file.
create index vehicles_plate on vehicles (plate);
create index documents_file on documents (storage_key);
