#error the header of the student is used
